// The objects that were there when a watch began, as frames. They are selected and framed in
// steps, so that other work gets turns. Concurrent readers of the same snapshot share the frames.

import type { CachedObject, Snapshot } from '../../../storage/contract/resource-cache.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';
import { isPending } from '../../../../shared/process/async/maybe-promise.ts';
import type { Kept } from './kept-frames.ts';

/** Frames of some objects, one behind the other. */
export interface InitialFrames {
  readonly frames: Buffer | Promise<Buffer>;
  /** Of objects. */
  readonly count: number;
}

/** Bytes of objects whose frames leave together. */
const pieceBytes = 64 * 1024;
/** Bytes of a collection up to which what was made is kept for the others. */
const mostShared = 8 * 1024 * 1024;

/** Undefined: a step that made nothing. `each`: every object leaves on its own. */
export function* initialFrames(
  snapshot: Snapshot,
  selection: SelectionPredicate,
  make: (objects: readonly CachedObject[]) => Buffer | Promise<Buffer>,
  each = false,
): Generator<InitialFrames | undefined> {
  const most = each ? 1 : pieceBytes;
  let objects: CachedObject[] = [];
  let bytes = 0;
  let complete: (readonly CachedObject[])[] = [];
  const steps = snapshot.select(selection.prefix, undefined, selection.terms, (object) => {
    if (!selection.named(object)) return true;
    objects.push(object);
    bytes += object.size;
    if (bytes >= most) {
      complete.push(objects);
      objects = [];
      bytes = 0;
    }
    return true;
  });
  for (const _ of steps) {
    for (const some of complete) yield { frames: make(some), count: some.length };
    complete = [];
    yield undefined;
  }
  for (const some of complete) yield { frames: make(some), count: some.length };
  if (objects.length > 0) yield { frames: make(objects), count: objects.length };
}

export class SharedInitials {
  readonly #making: Iterator<InitialFrames | undefined>;
  readonly #kept: Kept;
  readonly #made: InitialFrames[] = [];
  #complete = false;
  /** The error that ended the making. Later readers must not take the incomplete frames for all of them. */
  #fault: Error | undefined;

  private constructor(making: Iterator<InitialFrames | undefined>, kept: Kept) {
    this.#making = making;
    this.#kept = kept;
  }

  /** Undefined: there may be too much of it to be kept. */
  static of(
    snapshot: Snapshot,
    selection: SelectionPredicate,
    make: (objects: readonly CachedObject[]) => Buffer | Promise<Buffer>,
    kept: Kept,
  ): SharedInitials | undefined {
    if (snapshot.run(selection.prefix, undefined, 0).length > mostShared) return undefined;
    return new SharedInitials(initialFrames(snapshot, selection, make), kept);
  }

  /** Every reader gets all of it; who is ahead of the others makes the next piece. */
  *[Symbol.iterator](): Generator<InitialFrames | undefined> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#made.length) {
        if (this.#complete) return;
        const next = this.#next();
        if (next.done === true) this.#complete = true;
        else if (next.value === undefined) yield undefined;
        else this.#keep(next.value);
      }
      yield this.#made[index];
    }
  }

  #keep(piece: InitialFrames): void {
    this.#made.push(piece);
    const { frames } = piece;
    if (!isPending(frames)) this.#kept.grow(frames.length);
    else
      frames.then(
        ({ length }) => this.#kept.grow(length),
        (error: unknown) => this.#break(error),
      );
  }

  #break(error: unknown): void {
    this.#fault = error instanceof Error ? error : new Error(String(error));
    this.#kept.drop();
  }

  #next(): IteratorResult<InitialFrames | undefined> {
    if (this.#fault !== undefined) throw this.#fault;
    try {
      return this.#making.next();
    } catch (error) {
      this.#break(error);
      throw error;
    }
  }
}
