// A group of watchers with the same selection and representation of a resource: batches of changes, and the initial objects, are
// framed once for all of them.

import type { CachedObject, CacheEvent, Snapshot } from '../../../storage/contract/resource-cache.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';
import { isPending } from '../../../../shared/process/async/maybe-promise.ts';
import type { KeptFrames } from './kept-frames.ts';
import { SharedInitials } from './shared-initials.ts';

/** Frames one after the other, in immutable pieces of memory. */
export interface JoinedFrames {
  readonly pieces: readonly Buffer[];
  /** Of events. */
  readonly count: number;
  /** Of all pieces. */
  readonly bytes: number;
}

/** How a group's frames are made. */
export interface GroupFrames {
  join(events: readonly CacheEvent[]): JoinedFrames | Promise<JoinedFrames>;
  /** Whether joined frames serve even a single member: they are quicker made than those of each event. */
  readonly quick: boolean;
  initials(objects: readonly CachedObject[]): Buffer | Promise<Buffer>;
}

export interface FrameGroupOptions {
  /** What its frames depend on beside what they show. */
  readonly view: string;
  readonly frames: GroupFrames;
  readonly batches: KeptFrames<JoinedFrames | Promise<JoinedFrames>>;
  readonly states: KeptFrames<SharedInitials | undefined>;
  /** Everybody has left. */
  readonly onEmpty: () => void;
}

export class FrameGroup {
  /** How many watchers share this. */
  members = 0;
  readonly #options: FrameGroupOptions;

  constructor(options: FrameGroupOptions) {
    this.#options = options;
  }

  /** Whether to ask for joined frames: the only one of its kind is better off with those of each event. */
  get worthwhile(): boolean {
    return this.#options.frames.quick || this.members > 1;
  }

  /** The frames of those changes that the group wants to see; the array never changes. */
  joined(events: readonly CacheEvent[]): JoinedFrames | Promise<JoinedFrames> {
    const { view, frames, batches } = this.#options;
    return batches.of(events, view, (kept) => {
      const joined = frames.join(events);
      if (!isPending(joined)) kept.grow(joined.bytes);
      else
        joined.then(
          ({ bytes }) => kept.grow(bytes),
          () => kept.drop(),
        );
      return joined;
    });
  }

  /** The frames of what the group sees in a snapshot. Undefined: there may be too much of it to be kept. */
  initials(snapshot: Snapshot, selection: SelectionPredicate): SharedInitials | undefined {
    const { view, frames, states } = this.#options;
    const make = (objects: readonly CachedObject[]): Buffer | Promise<Buffer> => frames.initials(objects);
    return states.of(snapshot.content, view, (kept) => SharedInitials.of(snapshot, selection, make, kept));
  }

  leave(): void {
    this.members -= 1;
    if (this.members === 0) this.#options.onEmpty();
  }
}
