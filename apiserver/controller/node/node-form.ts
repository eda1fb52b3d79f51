// Nodes, leases and pods as the node controllers read them.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Toleration } from '../../../shared/object/toleration.ts';

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

export interface Lease extends ApiObject {
  readonly spec?: { readonly renewTime?: string };
}

export interface Pod extends ApiObject {
  readonly spec?: { readonly nodeName?: string; readonly tolerations?: readonly Toleration[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly NodeCondition[] };
}

/** The part of a node that the node controllers read: thousands of them are remembered. */
export function readOfNode({ apiVersion, kind, metadata, spec, status }: Node): Node {
  const { name, uid, resourceVersion, creationTimestamp, labels } = metadata;
  return {
    apiVersion,
    kind,
    metadata: defined({ name, uid, resourceVersion, creationTimestamp, labels }),
    spec: defined({ unschedulable: spec?.unschedulable, taints: spec?.taints }),
    status: defined({ conditions: status?.conditions }),
  };
}

/** The same of a lease: who, and when it was renewed. */
export function readOfLease({ apiVersion, kind, metadata, spec }: Lease): Lease {
  // Made by hand: there are hundreds of renewals in a second, and the ways to make any object are slow and take more room.
  const { name = '', namespace = '', resourceVersion = '' } = metadata;
  const { renewTime } = spec ?? {};
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, resourceVersion },
    ...(renewTime === undefined ? {} : { spec: { renewTime } }),
  };
}

export function conditionOf(object: Node | Pod, type: string): NodeCondition | undefined {
  return object.status?.conditions?.find((condition) => condition.type === type);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
