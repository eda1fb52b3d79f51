// Nodes, leases and pods as the node controllers read them.

import type { ApiObject } from '../../../shared/object/api-object.ts';

export interface NodeCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastHeartbeatTime?: string;
  readonly lastTransitionTime?: string;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string;
}

export interface Node extends ApiObject {
  readonly spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[] };
  readonly status?: { readonly conditions?: readonly NodeCondition[] };
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

export interface Pod extends ApiObject {
  readonly spec?: { readonly nodeName?: string; readonly tolerations?: readonly Toleration[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly NodeCondition[] };
}

export function conditionOf(object: Node | Pod, type: string): NodeCondition | undefined {
  return object.status?.conditions?.find((condition) => condition.type === type);
}
