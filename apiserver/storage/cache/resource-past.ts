// The past of one resource: its recent events, for watches that resume, and the states between them, for lists that go on in
// an older version.

import type { CacheEvent } from '../contract/resource-cache.ts';
import type { Revision } from '../contract/store.ts';
import { EventHistory, type HistoryLimits } from './event-history.ts';
import type { EncodedCachedObject } from './tree/cached-object.ts';
import type { NewestObjects } from './tree/newest-objects.ts';
import { TreeSnapshot } from './tree/tree-snapshot.ts';

/** A tree is kept every so many events, so that an older view needs at most this many steps back. */
const eventsPerCheckpoint = 4096;
/** Older views kept for the next chunk of the same list. */
const keptViews = 16;

export class ResourcePast {
  readonly #newest: NewestObjects;
  readonly #limits: HistoryLimits;
  #history: EventHistory;
  #checkpoints: TreeSnapshot[] = [];
  #sinceCheckpoint = 0;
  readonly #views = new Map<Revision, TreeSnapshot>();

  /** `newest`: what the events lead to. */
  constructor(newest: NewestObjects, limits: HistoryLimits) {
    this.#newest = newest;
    this.#limits = limits;
    this.#history = new EventHistory(limits, 0);
  }

  /** No watch can continue from before this revision, and no view is older. `now`: milliseconds of a monotonic clock. */
  oldest(now: number): Revision {
    this.#history.trim(now);
    return this.#history.oldest;
  }

  /** The events after a revision that is not older than the oldest, in runs that their readers share. */
  runsSince(after: Revision): readonly (readonly CacheEvent[])[] {
    return this.#history.runsSince(after);
  }

  /** Events that the newest objects already show, in the order of their revisions. */
  append(events: readonly CacheEvent[], now: number): void {
    this.#history.append(events, now);
    this.#sinceCheckpoint += events.length;
    if (this.#sinceCheckpoint >= eventsPerCheckpoint) this.#checkpoint();
  }

  /** Everything before this revision is forgotten. */
  beginAt(revision: Revision): void {
    this.#forgetViews();
    this.#history = new EventHistory(this.#limits, revision);
  }

  /** Each event becomes what `change` answers for it; the views are made anew when asked for. */
  map(change: (event: CacheEvent) => CacheEvent): void {
    this.#forgetViews();
    this.#history = this.#history.map(change);
  }

  /** A view between the oldest event and the newest: the next later tree, and the events after the view undone. */
  viewAt(revision: Revision): TreeSnapshot {
    const shown = this.#history.lastUpTo(revision) ?? this.#history.oldest;
    const kept = this.#views.get(shown);
    if (kept !== undefined) return kept;
    const view = this.#madeView(shown);
    this.#views.set(shown, view);
    for (const old of this.#views.keys()) {
      if (this.#views.size <= keptViews) break;
      this.#views.delete(old);
    }
    return view;
  }

  #madeView(shown: Revision): TreeSnapshot {
    const base = this.#checkpoints.find((checkpoint) => checkpoint.revision >= shown) ?? this.#newest.snapshot();
    const tree = base.past();
    for (const event of [...this.#history.since(shown)].reverse()) {
      if (event.revision > base.revision) continue;
      if (event.previous === undefined) tree.delete(event.key);
      else tree.set(event.key, event.previous as EncodedCachedObject);
    }
    return new TreeSnapshot(shown, tree);
  }

  #checkpoint(): void {
    this.#checkpoints.push(this.#newest.snapshot());
    this.#sinceCheckpoint = 0;
    const oldest = this.#history.oldest;
    this.#checkpoints = this.#checkpoints.filter((checkpoint) => checkpoint.revision > oldest);
  }

  #forgetViews(): void {
    this.#checkpoints = [];
    this.#sinceCheckpoint = 0;
    this.#views.clear();
  }
}
