// Static pods: converts a manifest to the pod that runs, and to its mirror pod at the API server. Pure.

import { createHash } from 'node:crypto';
import { parseYaml } from '../../../shared/codec/yaml/yaml.ts';
import { mirrorAnnotation } from '../../../shared/object/mirror-annotation.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Container, Pod } from '../object/pod.ts';

/** The manifest cannot be used; the message says why. */
export class ManifestRefused extends Error {
  override readonly name = 'ManifestRefused';
}

export interface StaticOrigin {
  /** `file` or `http`. */
  readonly source: string;
  /** The path or URL: equal manifests in two files are two pods. */
  readonly from: string;
  readonly nodeName: string;
  /** Wall clock, milliseconds. */
  readonly now: number;
  readonly vendor: Vendor;
}

/** Bytes of a manifest. */
export const mostManifest = 1024 * 1024;

const name = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** The pods of a file: one, or those of a list. Throws ManifestRefused. */
export function readManifest(text: Buffer | string, origin: StaticOrigin): readonly Pod[] {
  let value: unknown;
  try {
    value = parseYaml(text).value;
  } catch (error) {
    throw new ManifestRefused(`is neither YAML nor JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { kind, apiVersion, items } = objectOf(value) as { kind?: unknown; apiVersion?: unknown; items?: unknown };
  if (apiVersion !== 'v1') throw new ManifestRefused('apiVersion must be v1');
  if (kind === 'PodList') {
    if (!Array.isArray(items)) throw new ManifestRefused('items must be a list of pods');
    return items.map((item) => staticPod(objectOf(item) as Pod, origin));
  }
  if (kind !== 'Pod') throw new ManifestRefused('kind must be Pod or PodList');
  return [staticPod(objectOf(value) as Pod, origin)];
}

function objectOf(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ManifestRefused('is not a pod');
}

/** The pod as it runs here: its name ends with that of the node, and its uid depends on the manifest. */
function staticPod({ metadata, spec }: Pod, { source, from, nodeName, now, vendor }: StaticOrigin): Pod {
  const given = objectOf(metadata ?? {}) as Partial<Pod['metadata']>;
  const own = objectOf(spec ?? {}) as NonNullable<Pod['spec']>;
  if (typeof given.name !== 'string' || !name.test(given.name) || given.name.length + nodeName.length > 252) {
    throw new ManifestRefused('metadata.name must be the name of a pod');
  }
  const namespace = given.namespace ?? 'default';
  if (typeof namespace !== 'string' || !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)) {
    throw new ManifestRefused('metadata.namespace must be the name of a namespace');
  }
  checkContainers(own);
  refuseReferences(own);
  const hash = createHash('sha256');
  hash.update(JSON.stringify([nodeName, source, from, given, own]));
  const uid = typeof given.uid === 'string' && given.uid !== '' ? given.uid : hash.digest('hex').slice(0, 32);
  if (!/^[\w-]+$/.test(uid)) throw new ManifestRefused('metadata.uid must be made of letters, digits, "-" and "_"');
  const annotations = {
    ...given.annotations,
    [vendor.fill('{label}/config.hash')]: uid,
    [vendor.fill('{label}/config.seen')]: formatTime(now),
    [vendor.fill('{label}/config.source')]: source,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...given, name: `${given.name}-${nodeName}`.toLowerCase(), namespace, uid, annotations },
    spec: {
      ...own,
      nodeName,
      // It tolerates all NoExecute taints, so that the node controllers do not evict it.
      tolerations: [...(own.tolerations ?? []), { operator: 'Exists', effect: 'NoExecute' }],
      containers: own.containers?.map(withDefaults) ?? [],
      ...(own.initContainers === undefined ? {} : { initContainers: own.initContainers.map(withDefaults) }),
    },
    status: { phase: 'Pending' },
  };
}

function withDefaults(container: Container): Container {
  const { image = '', imagePullPolicy } = container;
  const isLatest = !image.includes('@') && (image.endsWith(':latest') || !/:[^/]*$/.test(image));
  return { ...container, imagePullPolicy: imagePullPolicy ?? (isLatest ? 'Always' : 'IfNotPresent') };
}

function checkContainers({ containers, initContainers = [] }: NonNullable<Pod['spec']>): void {
  if (!Array.isArray(containers) || containers.length === 0 || !Array.isArray(initContainers)) {
    throw new ManifestRefused('spec.containers must be a list of containers');
  }
  const names = new Set<string>();
  for (const one of [...containers, ...initContainers] as readonly unknown[]) {
    const { name: own, image } = objectOf(one) as Partial<Container>;
    if (typeof own !== 'string' || !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(own)) {
      throw new ManifestRefused('each container needs a name');
    }
    if (names.has(own)) throw new ManifestRefused(`two containers have the name ${own}`);
    if (typeof image !== 'string' || image === '') throw new ManifestRefused(`container ${own} needs an image`);
    names.add(own);
  }
}

/** Static pods may not refer to API objects: these may be missing when the node starts, and a manifest must not read them. */
function refuseReferences(spec: NonNullable<Pod['spec']>): void {
  const { serviceAccountName, volumes = [], resourceClaims = [], ephemeralContainers = [] } = spec;
  if (serviceAccountName !== undefined && serviceAccountName !== '') {
    throw new ManifestRefused('static pods cannot refer to service accounts');
  }
  if (resourceClaims.length > 0) throw new ManifestRefused('static pods cannot refer to resource claims');
  if (ephemeralContainers.length > 0) throw new ManifestRefused('static pods have no ephemeral containers');
  const text = JSON.stringify([volumes, spec.containers, spec.initContainers ?? []]);
  const found = [
    'configMap',
    'secret',
    'configMapRef',
    'secretRef',
    'configMapKeyRef',
    'secretKeyRef',
    'serviceAccountToken',
  ];
  const named = found.find((key) => text.includes(`"${key}":{`));
  if (named !== undefined) throw new ManifestRefused(`static pods cannot refer to objects of the API (${named})`);
}

export interface NodeIdentity {
  readonly name: string;
  readonly uid: string;
}

/** The mirror pod of a static pod at the API server. */
export function mirrorOf(pod: Pod, node: NodeIdentity, vendor: Vendor): Pod {
  const { metadata, spec } = pod;
  const { uid: _, ...rest } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Node', name: node.name, uid: node.uid, controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...rest,
      annotations: { ...metadata.annotations, [mirrorAnnotation(vendor)]: hashOfStatic(pod, vendor) },
      ownerReferences: [owner],
    },
    ...(spec === undefined ? {} : { spec }),
  };
}

export function isMirror({ metadata }: Pod, vendor: Vendor): boolean {
  return Object.hasOwn(metadata.annotations ?? {}, mirrorAnnotation(vendor));
}

/** The hash of the static pod that a mirror pod belongs to; '' for other pods. */
export function mirroredHash({ metadata }: Pod, vendor: Vendor): string {
  return metadata.annotations?.[mirrorAnnotation(vendor)] ?? '';
}

export function isStatic({ metadata }: Pod, vendor: Vendor): boolean {
  const source = metadata.annotations?.[vendor.fill('{label}/config.source')];
  return source !== undefined && source !== 'api';
}

export function hashOfStatic({ metadata }: Pod, vendor: Vendor): string {
  return metadata.annotations?.[vendor.fill('{label}/config.hash')] ?? '';
}
