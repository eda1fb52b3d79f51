// The larger parts of a pod's specification as strategies read them: the sources of variables, the placement of the pod, and its
// security context.

import type { LabelSelectorObject } from '../../../../../../shared/object/label-selector.ts';
import type { ObjectFieldSelector, ResourceFieldSelector } from './downward-fields.ts';
import type { NodeSelector, NodeSelectorTerm } from '../../../rule/node-selector-validation.ts';

export interface KeySelector {
  readonly name?: string;
  readonly key?: string;
}

/** A key of a file with variables, in a volume of the pod. */
export interface FileKeySelector {
  readonly volumeName?: string;
  readonly path?: string;
  readonly key?: string;
}

export interface VariableSource {
  readonly fieldRef?: ObjectFieldSelector;
  readonly resourceFieldRef?: ResourceFieldSelector;
  readonly configMapKeyRef?: KeySelector;
  readonly secretKeyRef?: KeySelector;
  readonly fileKeyRef?: FileKeySelector;
}

export interface KeyedSelector {
  labelSelector?: LabelSelectorObject;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
}

export interface AffinityTerm extends KeyedSelector {
  namespaces?: string[];
  namespaceSelector?: LabelSelectorObject;
  topologyKey?: string;
}

export interface PodAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: AffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: {
    weight?: number;
    podAffinityTerm?: AffinityTerm;
  }[];
}

export interface Affinity {
  nodeAffinity?: {
    requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
    preferredDuringSchedulingIgnoredDuringExecution?: {
      weight?: number;
      preference?: NodeSelectorTerm;
    }[];
  };
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface SpreadConstraint extends KeyedSelector {
  maxSkew?: number;
  minDomains?: number;
  topologyKey?: string;
  whenUnsatisfiable?: string;
}

export interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string;
}

export interface WindowsOptions {
  readonly hostProcess?: boolean;
  readonly gmsaCredentialSpecName?: string;
  readonly gmsaCredentialSpec?: string;
  readonly runAsUserName?: string;
}

export interface Security {
  readonly seccompProfile?: Profile;
  readonly appArmorProfile?: Profile;
  readonly windowsOptions?: WindowsOptions;
}

export interface ContainerSecurity extends Security {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly procMount?: string;
  readonly [field: string]: unknown;
}

export interface PodSecurity extends Security {
  readonly sysctls?: readonly { readonly name?: string; readonly value?: string }[];
  readonly seLinuxChangePolicy?: string;
  readonly [field: string]: unknown;
}
