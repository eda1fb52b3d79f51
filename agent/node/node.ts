// The Node object as the agent writes it: the fields the agent owns, in the order in which they are written. Whatever
// else the server returns (volumes, config, fields of later versions) passes through untouched.

import type { ApiObject } from '../../shared/object/api-object.ts';

export type ConditionStatus = 'True' | 'False' | 'Unknown';

export interface NodeCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  /** RFC 3339: when the agent last reported the condition. */
  readonly lastHeartbeatTime?: string;
  /** RFC 3339: when `status` last changed. */
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface NodeAddress {
  readonly type: string;
  readonly address: string;
}

export interface NodeSystemInfo {
  readonly machineID: string;
  readonly systemUUID: string;
  readonly bootID: string;
  readonly kernelVersion: string;
  readonly osImage: string;
  readonly containerRuntimeVersion: string;
  readonly kubeletVersion: string;
  /** Always empty; the key is part of the object. */
  readonly kubeProxyVersion: string;
  readonly operatingSystem: string;
  readonly architecture: string;
  readonly swap?: { readonly capacity: number };
}

export interface ContainerImage {
  readonly names: readonly string[];
  readonly sizeBytes: number;
}

export interface NodeRuntimeHandler {
  readonly name: string;
  readonly features: { readonly recursiveReadOnlyMounts: boolean; readonly userNamespaces: boolean };
}

export interface NodeStatus {
  readonly capacity?: Readonly<Record<string, string>>;
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly conditions?: readonly NodeCondition[];
  readonly addresses?: readonly NodeAddress[];
  readonly daemonEndpoints?: { readonly kubeletEndpoint: { readonly Port: number } };
  readonly nodeInfo?: NodeSystemInfo;
  readonly images?: readonly ContainerImage[];
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[];
  readonly features?: { readonly supplementalGroupsPolicy: boolean };
  readonly [field: string]: unknown;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

export interface Node extends ApiObject {
  spec?: {
    providerID?: string;
    unschedulable?: boolean;
    taints?: Taint[];
    podCIDR?: string;
    podCIDRs?: string[];
    [field: string]: unknown;
  };
  status?: NodeStatus;
}
