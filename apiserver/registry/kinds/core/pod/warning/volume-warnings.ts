// Warnings about volumes: sources that nothing serves any more, and files of one volume that lie in each other's place.

import type { Volume } from '../spec/pod-spec.ts';
import { fractionalBytes } from '../../../rule/fractional-bytes.ts';

/** Since when a source is deprecated, and since when it does nothing. */
const outdatedSources: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** As warnings name the sources where that differs from the field. */
const warnedNames: Readonly<Record<string, string>> = { storageos: 'storageOS' };

/** Warnings about outdated sources among the fields of `holder` at `path`. */
export function sourceWarnings(holder: object, path: string): readonly string[] {
  return Object.entries(outdatedSources).flatMap(([source, text]) =>
    isSet(holder, source) ? [`${path}.${warnedNames[source] ?? source}: ${text}`] : [],
  );
}

interface Claimed {
  readonly ephemeral?: {
    readonly volumeClaimTemplate?: { readonly spec?: { readonly resources?: ClaimedAmounts } };
  };
}

interface ClaimedAmounts {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** Warnings about the volumes at `path`. */
export function volumeWarnings(volumes: readonly Volume[], path: string): readonly string[] {
  const ofEach = volumes.flatMap((volume, index) => {
    const claimed = (volume as Claimed).ephemeral?.volumeClaimTemplate?.spec;
    const place = `${path}[${index}]`;
    return [
      ...sourceWarnings(volume, place),
      ...sizeWarnings(claimed?.resources, `${place}.ephemeral.volumeClaimTemplate.spec.resources`),
    ];
  });
  return [...ofEach, ...volumes.flatMap(overlaps)];
}

/** Warnings about the sizes that a claim asks for at `path`. */
export function sizeWarnings(resources: ClaimedAmounts | undefined, path: string): readonly string[] {
  return (['requests', 'limits'] as const).flatMap((field) =>
    fractionalBytes(resources?.[field], `${path}.${field}`, ['storage']),
  );
}

interface Placed {
  readonly path: string;
  /** Where the file comes from, in a volume of several sources. */
  readonly source: string;
}

interface Items {
  readonly name?: string;
  readonly secretName?: string;
  readonly items?: readonly { readonly path?: string }[] | null;
}

interface Projection {
  readonly configMap?: Items;
  readonly secret?: Items;
  readonly downwardAPI?: Items;
  readonly serviceAccountToken?: { readonly path?: string };
  readonly clusterTrustBundle?: { readonly name?: string; readonly signerName?: string; readonly path?: string };
  readonly podCertificate?: {
    readonly certificateChainPath?: string;
    readonly keyPath?: string;
    readonly credentialBundlePath?: string;
  };
}

interface Sources extends Projection {
  readonly projected?: { readonly sources?: readonly Projection[] | null };
}

function overlaps(volume: Volume): readonly string[] {
  const { configMap, secret, downwardAPI, projected } = volume as Sources;
  const name = JSON.stringify(volume.name ?? '');
  const tell = (what: string, placed: readonly Placed[]): readonly string[] =>
    overlapping(placed).map((text) => `volume ${name} (${what}): overlapping paths: ${text}`);
  if (projected === undefined) {
    return [
      ...tell(`ConfigMap ${JSON.stringify(configMap?.name ?? '')}`, pathsOf(configMap, '')),
      ...tell(`Secret ${JSON.stringify(secret?.secretName ?? '')}`, pathsOf(secret, '')),
      ...tell('DownwardAPI', pathsOf(downwardAPI, '')),
    ];
  }
  const sources = projected.sources ?? [];
  const empty = sources.filter((source) => Object.values(source).every((value) => value === undefined));
  return [
    ...empty.map(() => `volume ${name} (Projected) has no sources provided`),
    ...tell('Projected', sources.flatMap(pathsOfProjection)),
  ];
}

function pathsOfProjection(projection: Projection): readonly Placed[] {
  const { configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle } = projection;
  const { podCertificate: certificate } = projection;
  const quoted = (name = ''): string => JSON.stringify(name);
  const certificates: readonly (readonly [path: string | undefined, what: string])[] = [
    [certificate?.certificateChainPath, 'chain'],
    [certificate?.keyPath, 'key'],
    [certificate?.credentialBundlePath, 'credential bundle'],
  ];
  return [
    ...pathsOf(configMap, `ConfigMap ${quoted(configMap?.name)}`),
    ...pathsOf(secret, `Secret ${quoted(secret?.name)}`),
    ...pathsOf(downwardAPI, 'DownwardAPI'),
    ...(token === undefined ? [] : [placed(token.path, 'ServiceAccountToken')]),
    ...(bundle === undefined
      ? []
      : [placed(bundle.path, `ClusterTrustBundle ${quoted(bundle.name ?? bundle.signerName)}`)]),
    ...certificates.map(([path, what]) => placed(path, `PodCertificate ${what}`)),
  ];
}

function pathsOf(holder: Items | undefined, source: string): readonly Placed[] {
  return (holder?.items ?? []).map(({ path }) => placed(path, source));
}

function placed(path = '', source: string): Placed {
  return { path: path.replace(/\/+$/, ''), source };
}

/** More are not collected: their headers are cut off long before. */
const mostOverlaps = 100;

/** A folder: the files that are it, and those that are it or lie in it, as places in a list. */
interface Folder {
  readonly inner: Map<string, Folder>;
  readonly ends: number[];
  readonly passing: number[];
}

/** Each pair of which one is the other, or lies below it, found without a comparison of every two. */
function overlapping(all: readonly Placed[]): readonly string[] {
  const root: Folder = { inner: new Map(), ends: [], passing: [] };
  const found: string[] = [];
  for (const [index, later] of all.entries()) {
    if (later.path === '') continue;
    if (found.length >= mostOverlaps) break;
    const earlier: number[] = [];
    let folder = root;
    for (const part of later.path.split('/')) {
      for (const end of folder.ends) earlier.push(end);
      let next = folder.inner.get(part);
      if (next === undefined) folder.inner.set(part, (next = { inner: new Map(), ends: [], passing: [] }));
      folder = next;
      folder.passing.push(index);
    }
    for (const passing of folder.passing) if (passing !== index) earlier.push(passing);
    folder.ends.push(index);
    for (const place of earlier.sort((a, b) => a - b).slice(0, mostOverlaps)) {
      const other = all[place];
      if (other !== undefined) found.push(`${text(later)} with ${text(other)}`);
    }
  }
  return found;
}

function text({ path, source }: Placed): string {
  return source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`;
}

function isSet(holder: object, field: string): boolean {
  return ((holder as Readonly<Record<string, unknown>>)[field] ?? undefined) !== undefined;
}
