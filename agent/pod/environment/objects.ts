// Config maps and secrets that pods reference. They are read from the API server when a container starts or a volume is filled,
// and cached for a short time: a hundred containers of one pod cause one read. Objects are read singly, because nodes may
// read only those that their pods reference.

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';

export type Kind = 'ConfigMap' | 'Secret';

export interface NamedData {
  /** The type of a secret; '' for a config map. */
  readonly type: string;
  readonly values: ReadonlyMap<string, Buffer>;
  /** The keys whose values are bytes, which no variable can hold. Default: none. */
  readonly binary?: ReadonlySet<string>;
}

/** Rejects when the server is unreachable or refuses. */
export type ReadObject = (
  kind: Kind,
  namespace: string,
  name: string,
  signal: AbortSignal,
) => Promise<NamedData | undefined>;

/** Milliseconds for which an object is cached. */
const freshness = 5_000;
/** Most cached objects; the oldest is dropped first. */
const mostKept = 500;

export function objectReader(client: ApiClient, clock: Clock): ReadObject {
  const kept = new Map<string, { readonly at: number; readonly data: Promise<NamedData | undefined> }>();
  return (kind, namespace, name, signal) => {
    const key = `${kind}/${namespace}/${name}`;
    const now = clock.monotonic();
    const known = kept.get(key);
    if (known !== undefined && now - known.at < freshness) return known.data;
    const data = read(client, kind, namespace, name, signal);
    kept.delete(key);
    kept.set(key, { at: now, data });
    data.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return data;
  };
}

interface DataObject extends ApiObject {
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

async function read(
  client: ApiClient,
  kind: Kind,
  namespace: string,
  name: string,
  signal: AbortSignal,
): Promise<NamedData | undefined> {
  const resource = kind === 'Secret' ? 'secrets' : 'configmaps';
  const found = await client
    .resource<DataObject>({ group: '', version: 'v1', resource })
    .in(namespace)
    .find(name, { signal });
  if (found === undefined) return undefined;
  const encoding = kind === 'Secret' ? 'base64' : 'utf8';
  const values = new Map(Object.entries(found.data ?? {}).map(([key, text]) => [key, Buffer.from(text, encoding)]));
  const binary = Object.entries(found.binaryData ?? {});
  for (const [key, text] of binary) values.set(key, Buffer.from(text, 'base64'));
  return { type: found.type ?? '', values, binary: new Set(binary.map(([key]) => key)) };
}
