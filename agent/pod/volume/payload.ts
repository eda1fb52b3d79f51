// The files of volumes with data from the API: config maps, secrets, fields of the pod and tokens, singly or projected.

import { allContainers, type Pod } from '../object/pod.ts';
import type { DownwardItem, KeyToPath, ProjectedSource, Volume } from '../object/volume.ts';
import { type FieldFacts, fieldValue, resourceValue } from '../environment/field-value.ts';
import type { Kind, ReadObject } from '../environment/objects.ts';

export interface PayloadFile {
  readonly content: Buffer;
  readonly mode: number;
  /** The user that it belongs to. Default: the agent's. */
  readonly owner?: number;
}

/** By the path below the volume. */
export type Payload = ReadonlyMap<string, PayloadFile>;

/** A service account token, as the volume specifies it. */
export type RequestToken = (
  audience: string | undefined,
  expirationSeconds: number,
  signal: AbortSignal,
) => Promise<string>;

export interface PayloadFacts extends FieldFacts {
  readonly read: ReadObject;
  readonly token: RequestToken;
}

/** The volume cannot be created; the message says why. */
export class VolumeRefused extends Error {
  override readonly name = 'VolumeRefused';
}

/** In the usual words, so that users can search for them. */
const missingKey: Readonly<Record<Kind, string>> = {
  ConfigMap: 'configmap references non-existent config key',
  Secret: 'references non-existent secret key',
};
const defaultMode = 0o644;
const defaultExpiration = 3_600;

/** Undefined: the volume has no files from the API. Rejects with VolumeRefused. */
export async function payloadOf(
  facts: PayloadFacts,
  volume: Volume,
  signal: AbortSignal,
): Promise<Payload | undefined> {
  const { configMap, secret, downwardAPI, projected } = volume;
  if (configMap !== undefined) return objectFiles(facts, 'ConfigMap', configMap, configMap.defaultMode, signal);
  if (secret !== undefined) {
    const { secretName: name = '', ...rest } = secret;
    return objectFiles(facts, 'Secret', { name, ...rest }, secret.defaultMode, signal);
  }
  if (downwardAPI !== undefined) return downwardFiles(facts, downwardAPI.items ?? [], downwardAPI.defaultMode);
  if (projected === undefined) return undefined;
  const all = new Map<string, PayloadFile>();
  for (const source of projected.sources ?? []) {
    for (const [path, file] of await sourceFiles(facts, source, projected.defaultMode, signal)) all.set(path, file);
  }
  return all;
}

async function sourceFiles(
  facts: PayloadFacts,
  source: ProjectedSource,
  mode: number | undefined,
  signal: AbortSignal,
): Promise<Payload> {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source;
  if (configMap !== undefined) return objectFiles(facts, 'ConfigMap', configMap, mode, signal);
  if (secret !== undefined) return objectFiles(facts, 'Secret', secret, mode, signal);
  if (downwardAPI !== undefined) return downwardFiles(facts, downwardAPI.items ?? [], mode);
  if (serviceAccountToken === undefined) {
    throw new VolumeRefused(`projected source ${Object.keys(source).join(', ')} is not supported by this agent`);
  }
  const { audience, expirationSeconds = defaultExpiration, path } = serviceAccountToken;
  const token = await facts.token(audience, expirationSeconds, signal);
  // If all containers run as one user, or the pod has a group, the file is readable for that user and group only.
  const owner = commonUser(facts.pod);
  const isClosed = owner !== undefined || facts.pod.spec?.securityContext?.fsGroup !== undefined;
  const file = { content: Buffer.from(token), mode: isClosed ? 0o600 : (mode ?? defaultMode) };
  return new Map([[path, owner === undefined ? file : { ...file, owner }]]);
}

/** The user that all containers of the pod run as, as its spec says; undefined: there is no such one. */
function commonUser(pod: Pod): number | undefined {
  const users = allContainers(pod).map(
    ({ securityContext }) => securityContext?.runAsUser ?? pod.spec?.securityContext?.runAsUser,
  );
  const [first] = users;
  return users.every((one) => one === first) ? first : undefined;
}

interface ObjectSource {
  readonly name?: string;
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
}

async function objectFiles(
  { pod, read }: PayloadFacts,
  kind: Kind,
  { name = '', items, optional }: ObjectSource,
  mode: number | undefined,
  signal: AbortSignal,
): Promise<Payload> {
  const found = await read(kind, pod.metadata.namespace ?? 'default', name, signal);
  if (found === undefined) {
    if (optional === true) return new Map();
    throw new VolumeRefused(`${kind.toLowerCase()} "${name}" not found`);
  }
  const common = mode ?? defaultMode;
  if (items === undefined || items.length === 0) {
    return new Map([...found.values].map(([path, content]) => [path, { content, mode: common }]));
  }
  const files = new Map<string, PayloadFile>();
  for (const { key, path, mode: own } of items) {
    const content = found.values.get(key);
    if (content !== undefined) files.set(path, { content, mode: own ?? common });
    else if (optional !== true) throw new VolumeRefused(`${missingKey[kind]}: ${key}`);
  }
  return files;
}

function downwardFiles(facts: PayloadFacts, items: readonly DownwardItem[], mode: number | undefined): Payload {
  return new Map(
    items.map(({ path, mode: own, fieldRef, resourceFieldRef }) => {
      const text =
        fieldRef !== undefined
          ? fieldValue(facts, fieldRef.fieldPath)
          : resourceFieldRef !== undefined
            ? resourceValue(facts, resourceFieldRef, '')
            : '';
      return [path, { content: Buffer.from(text), mode: own ?? mode ?? defaultMode }];
    }),
  );
}
