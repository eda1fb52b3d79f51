// The frames that watchers of one change share. One per registry; a frame lives as long as its event.

import type { CacheEvent } from '../../storage/resource-cache.ts';

/** By event, then by view and event type. */
export type SharedFrames = WeakMap<CacheEvent, Map<string, Buffer>>;
