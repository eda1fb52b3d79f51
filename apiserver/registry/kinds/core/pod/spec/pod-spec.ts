// The parts of a pod's specification that strategies read, and the defaults that depend on other fields of it. Shared by
// pods and by every kind that holds a pod template.

import type { Toleration } from '../../../../../../shared/object/toleration.ts';
import type { ObjectMeta } from '../../../../../../shared/object/api-object.ts';
import type { Handled } from './handled.ts';
import type { Affinity, ContainerSecurity, PodSecurity, SpreadConstraint, VariableSource } from './pod-spec-parts.ts';

export interface ContainerPort {
  name?: string;
  containerPort?: number;
  hostPort?: number;
  hostIP?: string;
  protocol?: string;
}

export interface ResourceRequirements {
  requests?: Record<string, string>;
  limits?: Record<string, string>;
  claims?: { name?: string; request?: string }[];
}

export interface VolumeMount {
  name?: string;
  mountPath?: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
  mountPropagation?: string;
}

export interface Container extends Handled {
  name?: string;
  image?: string;
  imagePullPolicy?: string;
  ports?: ContainerPort[];
  envFrom?: { prefix?: string; configMapRef?: { name?: string }; secretRef?: { name?: string } }[];
  env?: { name?: string; value?: string; valueFrom?: VariableSource }[];
  resources?: ResourceRequirements;
  resizePolicy?: { resourceName?: string; restartPolicy?: string }[];
  securityContext?: ContainerSecurity;
  volumeMounts?: VolumeMount[];
  volumeDevices?: { name?: string; devicePath?: string }[];
  restartPolicy?: string;
  restartPolicyRules?: readonly {
    readonly action?: string;
    readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] };
  }[];
  /** Of ephemeral containers. */
  targetContainerName?: string;
}

/** One volume: a name and exactly one source. */
export interface Volume {
  name?: string;
  [source: string]: unknown;
}

export interface PodSpec {
  containers?: Container[];
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  volumes?: Volume[];
  restartPolicy?: string;
  nodeName?: string;
  hostname?: string;
  hostnameOverride?: string;
  subdomain?: string;
  setHostnameAsFQDN?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  hostUsers?: boolean;
  shareProcessNamespace?: boolean;
  hostAliases?: { ip?: string; hostnames?: string[] }[];
  dnsPolicy?: string;
  dnsConfig?: { nameservers?: string[]; searches?: string[]; options?: { name?: string; value?: string }[] };
  os?: { name?: string };
  securityContext?: PodSecurity;
  nodeSelector?: Record<string, string>;
  affinity?: Affinity;
  topologySpreadConstraints?: SpreadConstraint[];
  resourceClaims?: { name?: string; resourceClaimName?: string; resourceClaimTemplateName?: string }[];
  overhead?: Record<string, string>;
  serviceAccount?: string;
  serviceAccountName?: string;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  tolerations?: Toleration[];
  schedulingGates?: { name?: string }[];
  readinessGates?: { conditionType?: string }[];
  resources?: ResourceRequirements;
  [field: string]: unknown;
}

export interface PodTemplate {
  metadata?: ObjectMeta;
  spec?: PodSpec;
}

/** All containers with the path of each. */
export function eachContainer(
  spec: PodSpec,
  path: string,
): readonly { readonly container: Container; readonly path: string }[] {
  const found = [];
  for (const field of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    for (const [index, container] of (spec[field] ?? []).entries()) {
      found.push({ container, path: `${path}.${field}[${index}]` });
    }
  }
  return found;
}

/**
 * Sets what follows from other fields, in a pod and in a template alike. What only pods get is in `pod-defaults.ts`.
 * In place; repeatable.
 */
export function defaultPodSpec(spec: PodSpec): void {
  for (const { container } of eachContainer(spec, '')) {
    if ((container.imagePullPolicy ?? '') === '')
      container.imagePullPolicy = isLatest(container.image ?? '') ? 'Always' : 'IfNotPresent';
  }
  for (const volume of spec.volumes ?? []) {
    const image = volume['image'] as { reference?: string; pullPolicy?: string } | undefined;
    if (image !== undefined && (image.pullPolicy ?? '') === '')
      image.pullPolicy = isLatest(image.reference ?? '') ? 'Always' : 'IfNotPresent';
    if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  }
  // The older name of the field is kept in step with the newer one.
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  if (account !== undefined) {
    spec.serviceAccountName = account;
    spec.serviceAccount = account;
  }
}

const domainPart = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const pathPart = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
/** The name of an image: a registry, a path, a tag and a digest, of which only the path must be there. */
const imageName = new RegExp(
  `^(?:(?:${domainPart}(?:\\.${domainPart})*|\\[[0-9a-fA-F:]+\\])(?::\\d+)?/)?${pathPart}(?:/${pathPart})*` +
    '(?::(?<tag>\\w[\\w.-]{0,127}))?(?:@(?<digest>[a-zA-Z][\\w+.-]*:[0-9a-fA-F]{32,}))?$',
);
const longestImageName = 1024;

/** An image with the tag `latest`, or with neither tag nor digest. A text that can name no image is none. */
function isLatest(image: string): boolean {
  if (image.length > longestImageName) return false;
  const parts = imageName.exec(image)?.groups;
  if (parts === undefined) return false;
  return parts['tag'] === undefined ? parts['digest'] === undefined : parts['tag'] === 'latest';
}
