// The frames that watchers of one change share. One per registry; frames live as long as what they show.

import type { CacheEvent } from '../../storage/resource-cache.ts';

export class SharedFrames {
  /** Of one event, by view and event type. */
  readonly #events = new WeakMap<CacheEvent, Map<string, Buffer>>();
  /** Of a batch of events, joined into pieces, by view and key prefix. */
  readonly #batches = new WeakMap<readonly CacheEvent[], Map<string, readonly Buffer[]>>();

  event(event: CacheEvent, view: string, make: () => Buffer): Buffer {
    return remembered(this.#events, event, view, make);
  }

  batch(events: readonly CacheEvent[], view: string, make: () => readonly Buffer[]): readonly Buffer[] {
    return remembered(this.#batches, events, view, make);
  }
}

function remembered<K extends WeakKey, V>(known: WeakMap<K, Map<string, V>>, key: K, view: string, make: () => V): V {
  let views = known.get(key);
  if (views === undefined) {
    views = new Map();
    known.set(key, views);
  }
  let value = views.get(view);
  if (value === undefined) {
    value = make();
    views.set(view, value);
  }
  return value;
}
