// Which objects belong to which node: the pods bound to it, what they refer to, and what those lead to (requirements
// NODEAUTHZ). Asked of the listers as they are now, per namespace and kept until a pod changes, so that rights follow the
// binding of pods at once (NODEAUTHZ-033) and a change costs one namespace, not the cluster.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { type PodForm, type PodReferences, podReferences } from './pod-references.ts';

/** Views the graph is drawn from. */
export interface NodeListers {
  readonly pods: Lister;
  readonly persistentVolumeClaims: Lister;
  readonly persistentVolumes: Lister;
  readonly volumeAttachments: Lister;
  readonly resourceSlices: Lister;
}

export type PodReferenceKind = keyof PodReferences;

type NodeReferences = { readonly [Kind in PodReferenceKind]: ReadonlySet<string> };

export class NodeGraph {
  readonly #listers: NodeListers;
  readonly #references = new WeakMap<ApiObject, PodReferences>();
  readonly #namespaces = new Map<string, ReadonlyMap<string, NodeReferences>>();
  #podRevision = Number.NaN;
  #volumeSecrets: ReadonlyMap<string, readonly ApiObject[]> = new Map();
  #volumeRevision = Number.NaN;

  constructor(listers: NodeListers) {
    this.#listers = listers;
  }

  /** Whether the pod exists and is bound to the node. A pod that has ended still is: its node must clean it up. */
  hasPod(node: string, namespace: string, name: string): boolean {
    const pod: PodForm | undefined = this.#listers.pods.get(namespace, name);
    return pod !== undefined && pod.spec?.nodeName === node;
  }

  /** Whether a pod of the node refers to this object of its namespace, also one that has ended: it is bound until it is deleted. */
  refers(node: string, kind: PodReferenceKind, namespace: string, name: string): boolean {
    if (this.#ofNamespace(namespace).get(node)?.[kind].has(name) === true) return true;
    return kind === 'secrets' && this.#volumeUses(node, namespace, name);
  }

  /** Whether the volume is bound to a claim that a pod of the node uses. */
  hasVolume(node: string, name: string): boolean {
    const volume = this.#listers.persistentVolumes.get('', name);
    return volume !== undefined && this.#claimedOn(node, volume);
  }

  hasAttachment(node: string, name: string): boolean {
    const attachment = this.#listers.volumeAttachments.get('', name);
    return (attachment?.['spec'] as { readonly nodeName?: string } | undefined)?.nodeName === node;
  }

  hasSlice(node: string, name: string): boolean {
    const slice = this.#listers.resourceSlices.get('', name);
    return (slice?.['spec'] as { readonly nodeName?: string } | undefined)?.nodeName === node;
  }

  #claimedOn(node: string, volume: ApiObject): boolean {
    const spec = volume['spec'] as
      | { readonly claimRef?: { readonly namespace?: string; readonly name?: string } }
      | undefined;
    const claim = spec?.claimRef;
    if (claim?.namespace === undefined || claim.name === undefined) return false;
    return this.refers(node, 'claims', claim.namespace, claim.name);
  }

  #ofNamespace(namespace: string): ReadonlyMap<string, NodeReferences> {
    const revision = this.#listers.pods.revision();
    if (revision !== this.#podRevision) {
      this.#namespaces.clear();
      this.#podRevision = revision;
    }
    let byNode = this.#namespaces.get(namespace);
    if (byNode === undefined) {
      const pods = namespace === '' ? [] : this.#listers.pods.list(namespace);
      byNode = this.#gather(pods);
      if (pods.length > 0) this.#namespaces.set(namespace, byNode);
    }
    return byNode;
  }

  #gather(pods: readonly ApiObject[]): ReadonlyMap<string, NodeReferences> {
    const byNode = new Map<string, { [Kind in PodReferenceKind]: Set<string> }>();
    for (const object of pods) {
      const pod = object as PodForm;
      const node = pod.spec?.nodeName;
      if (node === undefined || node === '') continue;
      let references = this.#references.get(object);
      if (references === undefined) {
        references = podReferences(object);
        this.#references.set(object, references);
      }
      const sum = byNode.get(node) ?? {
        secrets: new Set(),
        configMaps: new Set(),
        claims: new Set(),
        serviceAccounts: new Set(),
        resourceClaims: new Set(),
      };
      byNode.set(node, sum);
      for (const kind of Object.keys(sum) as PodReferenceKind[])
        for (const name of references[kind]) sum[kind].add(name);
    }
    return byNode;
  }

  /** Secrets that a volume driver needs on the node are named by the volume, not by the pod. */
  #volumeUses(node: string, namespace: string, secret: string): boolean {
    const revision = this.#listers.persistentVolumes.revision();
    if (revision !== this.#volumeRevision) {
      this.#volumeSecrets = indexVolumeSecrets(this.#listers.persistentVolumes.list());
      this.#volumeRevision = revision;
    }
    return (this.#volumeSecrets.get(`${namespace}/${secret}`) ?? []).some((volume) => this.#claimedOn(node, volume));
  }
}

interface SecretReference {
  readonly name?: string;
  readonly namespace?: string;
}

interface VolumeForm {
  readonly claimRef?: { readonly namespace?: string };
  readonly azureFile?: { readonly secretName?: string; readonly secretNamespace?: string };
  readonly csi?: {
    readonly nodePublishSecretRef?: SecretReference;
    readonly nodeStageSecretRef?: SecretReference;
    readonly nodeExpandSecretRef?: SecretReference;
  };
  readonly [plugin: string]: unknown;
}

function indexVolumeSecrets(volumes: readonly ApiObject[]): ReadonlyMap<string, readonly ApiObject[]> {
  const index = new Map<string, ApiObject[]>();
  for (const volume of volumes) {
    for (const key of volumeSecrets((volume['spec'] ?? {}) as VolumeForm)) {
      const list = index.get(key) ?? [];
      list.push(volume);
      index.set(key, list);
    }
  }
  return index;
}

/** Secrets that are for the controller of a driver alone are not among them. */
function volumeSecrets(spec: VolumeForm): ReadonlySet<string> {
  const claimNamespace = spec.claimRef?.namespace ?? '';
  const references: (SecretReference | undefined)[] = [
    spec.csi?.nodePublishSecretRef,
    spec.csi?.nodeStageSecretRef,
    spec.csi?.nodeExpandSecretRef,
  ];
  if (spec.azureFile?.secretName !== undefined) {
    references.push({
      name: spec.azureFile.secretName,
      ...(spec.azureFile.secretNamespace === undefined ? {} : { namespace: spec.azureFile.secretNamespace }),
    });
  }
  for (const plugin of ['cephfs', 'cinder', 'flexVolume', 'iscsi', 'rbd', 'scaleIO', 'storageos']) {
    references.push((spec[plugin] as { readonly secretRef?: SecretReference } | undefined)?.secretRef);
  }
  const keys = new Set<string>();
  for (const reference of references) {
    if (reference?.name !== undefined) keys.add(`${reference.namespace ?? claimNamespace}/${reference.name}`);
  }
  return keys;
}
