// What the scheduler reads of pods and nodes.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { NodeSelectorTerm } from '../../../shared/object/node/node-selector.ts';
import type { Taint, Toleration } from '../../../shared/object/toleration.ts';

export type Quantities = Readonly<Record<string, string | number>>;

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
  };
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight?: number;
    readonly preference?: NodeSelectorTerm;
  }[];
}

/** Terms about other pods: only whether there are required ones is read. */
interface PodTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly unknown[];
}

export interface Container {
  readonly resources?: { readonly requests?: Quantities };
  readonly ports?: readonly {
    readonly hostPort?: number;
    readonly hostIP?: string;
    readonly protocol?: string;
    readonly containerPort?: number;
  }[];
  readonly restartPolicy?: string;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly schedulerName?: string;
  readonly priority?: number;
  readonly hostNetwork?: boolean;
  readonly schedulingGates?: readonly unknown[];
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly resources?: { readonly requests?: Quantities };
  readonly overhead?: Quantities;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
  readonly affinity?: {
    readonly nodeAffinity?: NodeAffinity;
    readonly podAffinity?: PodTerms;
    readonly podAntiAffinity?: PodTerms;
  };
  readonly topologySpreadConstraints?: readonly { readonly whenUnsatisfiable?: string }[];
  readonly resourceClaims?: readonly unknown[];
  readonly volumes?: readonly { readonly persistentVolumeClaim?: object; readonly ephemeral?: object }[];
}

export interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface Pod extends ApiObject {
  readonly spec?: PodSpec;
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

export interface Node extends ApiObject {
  readonly spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[] };
  readonly status?: { readonly allocatable?: Quantities };
}

/** The parts of a node that are read: there may be thousands. */
export function keptOfNode({ apiVersion, kind, metadata, spec, status }: Node): Node {
  const { name = '', uid = '', resourceVersion = '', labels = {} } = metadata;
  const { unschedulable = false, taints = [] } = spec ?? {};
  return {
    apiVersion,
    kind,
    metadata: { name, uid, resourceVersion, labels },
    spec: { unschedulable, taints },
    status: { allocatable: status?.allocatable ?? {} },
  };
}

/** The same of a pod; of a bound one what it takes of its node. */
export function keptOfPod({ apiVersion, kind, metadata, spec, status }: Pod): Pod {
  const { name = '', namespace = '', uid = '', resourceVersion = '', creationTimestamp, deletionTimestamp } = metadata;
  const containers = (list: readonly Container[] = []): readonly Container[] =>
    list.map(({ resources, ports, restartPolicy }) => ({
      ...(resources?.requests === undefined ? {} : { resources: { requests: resources.requests } }),
      ...(ports === undefined ? {} : { ports }),
      ...(restartPolicy === undefined ? {} : { restartPolicy }),
    }));
  const bound = (spec?.nodeName ?? '') !== '';
  const { nodeName, hostNetwork, resources, overhead, initContainers } = spec ?? {};
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    },
    spec: {
      ...(bound ? { nodeName, hostNetwork, resources, overhead } : spec),
      containers: containers(spec?.containers),
      ...(initContainers === undefined ? {} : { initContainers: containers(initContainers) }),
    } as PodSpec,
    status: bound
      ? { phase: status?.phase ?? '' }
      : { phase: status?.phase ?? '', conditions: status?.conditions ?? [] },
  };
}

/** Whether it takes nothing of its node any more. */
export function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}
