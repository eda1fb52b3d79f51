// The frames that watchers share. Watchers with the same selection and representation form a group, for which batches of
// changes, and the initial objects, are framed once.

import type { CacheEvent } from '../../../storage/contract/resource-cache.ts';
import { isPending } from '../../../../shared/process/async/maybe-promise.ts';
import { FrameGroup, type GroupFrames, type JoinedFrames } from './frame-group.ts';
import { FrameMemory } from './kept-frames.ts';
import type { SharedInitials } from './shared-initials.ts';

export class SharedFrames {
  readonly memory = new FrameMemory();
  readonly #identities = new WeakMap<object, number>();
  #lastIdentity = 0;
  readonly #groups = new Map<string, FrameGroup>();
  readonly #converted = this.memory.framesOf<Buffer | Promise<Buffer>>();
  readonly #batches = this.memory.framesOf<JoinedFrames | Promise<JoinedFrames>>();
  readonly #states = this.memory.framesOf<SharedInitials | undefined>();

  /** A number of its own for each record that frames depend on, for the texts that tell frames apart. */
  identityOf(record: object): number {
    let identity = this.#identities.get(record);
    if (identity === undefined) {
      identity = ++this.#lastIdentity;
      this.#identities.set(record, identity);
    }
    return identity;
  }

  /** The frame of a change whose object has to be converted: once for all callers. */
  converted(event: CacheEvent, view: string, make: () => Buffer | Promise<Buffer>): Buffer | Promise<Buffer> {
    return this.#converted.of(event, view, (kept) => {
      const frame = make();
      if (!isPending(frame)) kept.grow(frame.length);
      else
        frame.then(
          ({ length }) => kept.grow(length),
          () => kept.drop(),
        );
      return frame;
    });
  }

  /** Joins the group of this key, which is the same for equal watches in the same form. Leave it exactly once. */
  join(key: string, frames: GroupFrames): FrameGroup {
    const group = this.#groups.get(key) ?? this.#newGroup(key, frames);
    group.members += 1;
    return group;
  }

  #newGroup(key: string, frames: GroupFrames): FrameGroup {
    const group: FrameGroup = new FrameGroup({
      view: key,
      frames,
      batches: this.#batches,
      states: this.#states,
      onEmpty: () => this.#groups.delete(key),
    });
    this.#groups.set(key, group);
    return group;
  }
}
