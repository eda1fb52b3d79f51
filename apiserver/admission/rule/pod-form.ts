// Pods as admission reads and changes them: before defaults and validation, so every field may be absent.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Toleration } from '../../../shared/object/toleration.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';

export type Quantities = Record<string, string>;

export interface Resources {
  limits?: Quantities;
  requests?: Quantities;
}

export interface Container {
  name?: string;
  resources?: Resources;
  volumeMounts?: { name: string; mountPath?: string; readOnly?: boolean }[];
  restartPolicy?: string;
}

export interface Volume {
  name: string;
  projected?: {
    defaultMode?: number;
    sources?: { serviceAccountToken?: { audience?: string }; [source: string]: unknown }[];
  };
  csi?: { driver?: string };
  [plugin: string]: unknown;
}

export interface PodSpec {
  nodeName?: string;
  nodeSelector?: Record<string, string>;
  containers?: Container[];
  initContainers?: Container[];
  volumes?: Volume[];
  tolerations?: Toleration[];
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: { name?: string }[];
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: string;
  runtimeClassName?: string;
  overhead?: Quantities;
  /** Of the pod as a whole. */
  resources?: Resources;
}

/** The spec of the pod that is written; undefined when it has none (validation will say so). */
export function podSpecOf(object: ApiObject | undefined): PodSpec | undefined {
  const spec = object?.['spec'];
  return typeof spec === 'object' && spec !== null ? spec : undefined;
}

/** Whether this is a write of a pod itself, not of a sub-resource. */
export function isPodWrite(group: string, resource: string, subresource: string): boolean {
  return group === '' && resource === 'pods' && subresource === '';
}

/** Whether the pod mirrors one that a node runs from a file of its own. */
export function isMirrorPod(object: ApiObject | undefined, mirrorAnnotation: string): boolean {
  return Object.hasOwn(object?.metadata.annotations ?? {}, mirrorAnnotation);
}

/** A new pod of an attribute set, with its spec. */
export function newPod(attributes: AdmissionAttributes): { pod: ApiObject; spec: PodSpec } | undefined {
  const spec = podSpecOf(attributes.object);
  return spec === undefined || attributes.object === undefined ? undefined : { pod: attributes.object, spec };
}
