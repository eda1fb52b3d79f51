// The frames that watchers share. A change is framed once for each format; and those who want the same of a resource in the
// same form make up a group, for which batches of changes, and the objects that were there, are put together once.

import type { CachedObject, CacheEvent, Snapshot } from '../../../storage/contract/resource-cache.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';
import { isPending } from '../../../../shared/process/async/maybe-promise.ts';
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

/** Bytes of frames that are remembered for who may still come; beyond that all are forgotten. */
const mostRemembered = 32 * 1024 * 1024;

export class SharedFrames {
  readonly #identities = new WeakMap<object, number>();
  #lastIdentity = 0;
  /** Of one event, by view and event type. */
  #events = new WeakMap<CacheEvent, Map<string, Buffer | Promise<Buffer>>>();
  readonly #groups = new Map<string, FrameGroup>();
  /** The last one: watchers that come together get the same. */
  #bookmark: { readonly view: string; readonly frame: Buffer } | undefined;
  #remembered = 0;

  /** A number of its own for each record that frames depend on, for the texts that tell frames apart. */
  identityOf(record: object): number {
    let identity = this.#identities.get(record);
    if (identity === undefined) {
      identity = ++this.#lastIdentity;
      this.#identities.set(record, identity);
    }
    return identity;
  }

  event(event: CacheEvent, view: string, make: () => Buffer | Promise<Buffer>): Buffer | Promise<Buffer> {
    let views = this.#events.get(event);
    if (views === undefined) {
      views = new Map();
      this.#events.set(event, views);
    }
    const known = views.get(view);
    if (known !== undefined) return known;
    const frame = make();
    views.set(view, frame);
    if (isPending(frame))
      void frame.then(
        ({ length }) => this.#note(length),
        () => views.delete(view),
      );
    else this.#note(frame.length);
    return frame;
  }

  /** `view` tells all that the bookmark shows. */
  bookmark(view: string, make: () => Buffer): Buffer {
    if (this.#bookmark?.view !== view) this.#bookmark = { view, frame: make() };
    return this.#bookmark.frame;
  }

  /** Comes into the group of this key, which is the same for who wants the same, in the same form. To be left once. */
  join(key: string, frames: GroupFrames): FrameGroup {
    const group = this.#groups.get(key) ?? this.#newGroup(key, frames);
    group.members += 1;
    return group;
  }

  #newGroup(key: string, frames: GroupFrames): FrameGroup {
    const group: FrameGroup = new FrameGroup(
      frames,
      (bytes) => this.#note(bytes),
      () => this.#groups.delete(key),
    );
    this.#groups.set(key, group);
    return group;
  }

  #note(bytes: number): void {
    this.#remembered += bytes;
    if (this.#remembered <= mostRemembered) return;
    this.#remembered = 0;
    this.#events = new WeakMap();
    for (const group of this.#groups.values()) group.forget();
  }
}

export class FrameGroup {
  /** How many watchers share this. */
  members = 0;
  readonly #frames: GroupFrames;
  readonly #note: (bytes: number) => void;
  readonly #onEmpty: () => void;
  #joined = new WeakMap<readonly CacheEvent[], JoinedFrames | Promise<JoinedFrames>>();
  /** Of the batch that is being handed out. */
  #latest:
    | { readonly events: readonly CacheEvent[]; readonly frames: JoinedFrames | Promise<JoinedFrames> }
    | undefined;
  /** Kept by those who read it; for those who come soon after them until the memory is wanted for something else. */
  #initials: WeakRef<SharedInitials> | undefined;

  constructor(frames: GroupFrames, note: (bytes: number) => void, onEmpty: () => void) {
    this.#frames = frames;
    this.#note = note;
    this.#onEmpty = onEmpty;
  }

  /** Whether to ask for joined frames: the only one of its kind is better off with those of each event. */
  get worthwhile(): boolean {
    return this.#frames.quick || this.members > 1;
  }

  /** The frames of those changes that the group wants to see, for who may be asked for the same array again, and again. */
  joined(events: readonly CacheEvent[]): JoinedFrames | Promise<JoinedFrames> {
    if (this.#latest?.events === events) return this.#latest.frames;
    const known = this.#joined.get(events);
    if (known !== undefined) return known;
    const frames = this.#frames.join(events);
    this.#joined.set(events, frames);
    if (isPending(frames))
      void frames.then(
        ({ bytes }) => this.#note(bytes),
        () => this.#joined.delete(events),
      );
    else this.#note(frames.bytes);
    return frames;
  }

  /** The same for a batch that is being handed out to all members at once: nothing of it is kept when the next one comes. */
  joinedNow(events: readonly CacheEvent[]): JoinedFrames | Promise<JoinedFrames> {
    if (this.#latest?.events !== events) this.#latest = { events, frames: this.#frames.join(events) };
    return this.#latest.frames;
  }

  /** The frames of what the group sees in a snapshot. Undefined: there may be too much of it to be kept. */
  initials(snapshot: Snapshot, selection: SelectionPredicate): SharedInitials | undefined {
    const known = this.#initials?.deref();
    if (known?.shows(snapshot) === true) return known;
    const initials = SharedInitials.of(snapshot, selection, (objects) => this.#frames.initials(objects));
    this.#initials = initials === undefined ? undefined : new WeakRef(initials);
    return initials;
  }

  /** Lets go of everything that can be made again. */
  forget(): void {
    this.#joined = new WeakMap();
    this.#latest = undefined;
    this.#initials = undefined;
  }

  leave(): void {
    this.members -= 1;
    if (this.members === 0) this.#onEmpty();
  }
}
