// A client that reads the agent's own node from a cache, which a watch keeps current, instead of the server. It asks the
// server whenever the cache may be stale: before the watch is established, while it fails, after a write of the agent until
// the watch shows it, and after a minute without events, because a watch may hang.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Node } from './node.ts';
import type { ObjectApi } from '../connection/object-api.ts';

/** The copy; an informer of this one node. */
export interface NodeCopy {
  get(namespace: '', name: string): Node | undefined;
  /** False from a failure of the watch until its next event. */
  readonly isFollowing: boolean;
  onChange(handler: { added(node: Node): void; modified(node: Node): void }): unknown;
}

export interface CachedNodeClientOptions {
  readonly api: ObjectApi<Node>;
  readonly copy: NodeCopy;
  readonly clock: Clock;
  /** Milliseconds without an event of the watch after which the server is asked. Default 60,000. */
  readonly trust?: number;
}

/** No node has this version: the server is asked. */
const unknown = '';

/** Reads come from the cache when it is known to be current. Returned objects are shared: never change them. */
export function cachedNodeClient({ api, copy, clock, trust = 60_000 }: CachedNodeClientOptions): ObjectApi<Node> {
  /** The version that the cache must reach before it is used again. */
  let awaited: string | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  const heard = ({ metadata }: Node): void => {
    heardAt = clock.monotonic();
    if (metadata.resourceVersion === awaited) awaited = undefined;
  };
  copy.onChange({ added: heard, modified: heard });

  /** Handles a response of the server: the cache may already have this version, or will get it. */
  const answered = (node: Node): Node => {
    heardAt = clock.monotonic();
    const { name = '', resourceVersion = unknown } = node.metadata;
    awaited = copy.get('', name)?.metadata.resourceVersion === resourceVersion ? undefined : resourceVersion;
    return node;
  };
  const asked = async (call: Promise<Node>): Promise<Node> => {
    try {
      return answered(await call);
    } catch (error) {
      awaited = unknown;
      throw error;
    }
  };
  return {
    get: async (name, signal) => {
      const isSure = copy.isFollowing && awaited === undefined && clock.monotonic() - heardAt < trust;
      const known = isSure ? copy.get('', name) : undefined;
      return known ?? asked(api.get(name, signal));
    },
    create: (node, signal) => asked(api.create(node, signal)),
    update: (node, signal) => asked(api.update(node, signal)),
    patchStatus: (name, patch, signal) => asked(api.patchStatus(name, patch, signal)),
  };
}
