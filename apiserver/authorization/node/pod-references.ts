// What a pod refers to by name: the objects its node must read to run it. Pure; the Node authorizer grants by it and the
// NodeRestriction admission refuses mirror pods that have any.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** Names of objects in the pod's namespace. */
export interface PodReferences {
  readonly secrets: ReadonlySet<string>;
  readonly configMaps: ReadonlySet<string>;
  readonly claims: ReadonlySet<string>;
  readonly serviceAccounts: ReadonlySet<string>;
  readonly resourceClaims: ReadonlySet<string>;
}

interface NamedRef {
  readonly name?: string;
}

interface SecretRef {
  readonly secretRef?: NamedRef;
}

interface VolumeForm {
  readonly name: string;
  readonly secret?: { readonly secretName?: string };
  readonly configMap?: NamedRef;
  readonly persistentVolumeClaim?: { readonly claimName?: string };
  readonly ephemeral?: object;
  readonly projected?: { readonly sources?: readonly { readonly secret?: NamedRef; readonly configMap?: NamedRef }[] };
  readonly azureFile?: { readonly secretName?: string };
  readonly cephfs?: SecretRef;
  readonly cinder?: SecretRef;
  readonly csi?: { readonly nodePublishSecretRef?: NamedRef };
  readonly flexVolume?: SecretRef;
  readonly iscsi?: SecretRef;
  readonly rbd?: SecretRef;
  readonly scaleIO?: SecretRef;
  readonly storageos?: SecretRef;
}

interface ContainerForm {
  readonly envFrom?: readonly { readonly secretRef?: NamedRef; readonly configMapRef?: NamedRef }[];
  readonly env?: readonly {
    readonly valueFrom?: { readonly secretKeyRef?: NamedRef; readonly configMapKeyRef?: NamedRef };
  }[];
}

export interface PodForm extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly serviceAccountName?: string;
    readonly imagePullSecrets?: readonly NamedRef[];
    readonly volumes?: readonly VolumeForm[];
    readonly containers?: readonly ContainerForm[];
    readonly initContainers?: readonly ContainerForm[];
    readonly ephemeralContainers?: readonly ContainerForm[];
    readonly resourceClaims?: readonly { readonly name: string; readonly resourceClaimName?: string }[];
  };
  readonly status?: {
    readonly resourceClaimStatuses?: readonly { readonly name: string; readonly resourceClaimName?: string }[];
  };
}

/** The references of a pod; empty sets where it has none. */
export function podReferences(object: ApiObject): PodReferences {
  const pod = object as PodForm;
  const found = new Collector();
  const spec = pod.spec ?? {};
  if (spec.serviceAccountName !== undefined) found.serviceAccounts.add(spec.serviceAccountName);
  for (const ref of spec.imagePullSecrets ?? []) found.named(found.secrets, ref);
  for (const volume of spec.volumes ?? []) collectVolume(found, volume, pod.metadata.name ?? '');
  for (const list of [spec.containers, spec.initContainers, spec.ephemeralContainers]) {
    for (const container of list ?? []) collectContainer(found, container);
  }
  for (const claim of [...(spec.resourceClaims ?? []), ...(pod.status?.resourceClaimStatuses ?? [])]) {
    if (claim.resourceClaimName !== undefined) found.resourceClaims.add(claim.resourceClaimName);
  }
  return found;
}

class Collector implements PodReferences {
  readonly secrets = new Set<string>();
  readonly configMaps = new Set<string>();
  readonly claims = new Set<string>();
  readonly serviceAccounts = new Set<string>();
  readonly resourceClaims = new Set<string>();

  named(into: Set<string>, ref: NamedRef | undefined): void {
    if (ref?.name !== undefined && ref.name !== '') into.add(ref.name);
  }
}

function collectVolume(found: Collector, volume: VolumeForm, podName: string): void {
  if (volume.secret?.secretName !== undefined) found.secrets.add(volume.secret.secretName);
  found.named(found.configMaps, volume.configMap);
  if (volume.persistentVolumeClaim?.claimName !== undefined) found.claims.add(volume.persistentVolumeClaim.claimName);
  // The claim of an ephemeral volume is named after the pod and the volume.
  if (volume.ephemeral !== undefined) found.claims.add(`${podName}-${volume.name}`);
  for (const source of volume.projected?.sources ?? []) {
    found.named(found.secrets, source.secret);
    found.named(found.configMaps, source.configMap);
  }
  if (volume.azureFile?.secretName !== undefined) found.secrets.add(volume.azureFile.secretName);
  found.named(found.secrets, volume.csi?.nodePublishSecretRef);
  for (const plugin of [
    volume.cephfs,
    volume.cinder,
    volume.flexVolume,
    volume.iscsi,
    volume.rbd,
    volume.scaleIO,
    volume.storageos,
  ]) {
    found.named(found.secrets, plugin?.secretRef);
  }
}

function collectContainer(found: Collector, container: ContainerForm): void {
  for (const source of container.envFrom ?? []) {
    found.named(found.secrets, source.secretRef);
    found.named(found.configMaps, source.configMapRef);
  }
  for (const { valueFrom } of container.env ?? []) {
    found.named(found.secrets, valueFrom?.secretKeyRef);
    found.named(found.configMaps, valueFrom?.configMapKeyRef);
  }
}
