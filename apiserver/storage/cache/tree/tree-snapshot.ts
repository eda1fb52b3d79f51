// The objects of one resource at one revision, over a tree whose leaves are shared with other revisions.

import type { EncodedCachedObject } from './cached-object.ts';
import { endOfPrefix, firstKey } from '../../format/key-order.ts';
import { TreeRun } from './object-run.ts';
import type { ObjectTree } from './object-tree.ts';
import type { ObjectRun, Requirement, Snapshot } from '../../contract/resource-cache.ts';
import { SelectedRun } from './selected-run.ts';
import type { SelectionCache } from './selection-cache.ts';
import type { Revision } from '../../contract/store.ts';

/** Leaves whose columns are complete that a step of a selection goes through. */
const leavesOfStep = 256;

export class TreeSnapshot implements Snapshot {
  readonly revision: Revision;
  readonly #tree: ObjectTree;
  readonly #memory: SelectionCache | undefined;

  /** `tree` is immutable from now on; a copy of it may be changed. Without `memory` no selection is cached. */
  constructor(revision: Revision, tree: ObjectTree, memory?: SelectionCache) {
    this.revision = revision;
    this.#tree = tree;
    this.#memory = memory;
  }

  get content(): object {
    return this.#tree;
  }

  get size(): number {
    return this.#tree.size;
  }

  get(key: string): EncodedCachedObject | undefined {
    return this.#tree.get(key);
  }

  run(prefix: string, start?: string, limit = 0): TreeRun {
    const tree = this.#tree;
    return new TreeRun(tree, tree.placeOf(firstKey(prefix, start)), tree.placeOf(endOfPrefix(prefix)), limit);
  }

  scan(prefix: string, start?: string): IterableIterator<EncodedCachedObject> {
    return this.run(prefix, start)[Symbol.iterator]();
  }

  *select(
    prefix: string,
    start: string | undefined,
    terms: readonly Requirement[],
    visitor: (object: EncodedCachedObject) => boolean,
  ): Iterable<void> {
    let leaves = 0;
    for (const { leaf, from, to } of this.run(prefix, start).parts()) {
      const parsed = leaf.prepare(terms);
      if (!leaf.select(from, to, terms, visitor)) return;
      leaves += 1;
      if (parsed || leaves % leavesOfStep === 0) yield;
    }
  }

  *selected(prefix: string, terms: readonly Requirement[], text: string): Generator<void, ObjectRun | undefined> {
    const memory = this.#memory?.recall(text);
    if (memory === undefined) return undefined;
    return yield* SelectedRun.over(this.#tree, () => this.run(prefix), terms, memory);
  }

  count(prefix: string, start?: string): number {
    return this.run(prefix, start).size;
  }

  /** A tree with this content that its owner may change, to hold the newest objects. */
  copy(): ObjectTree {
    return this.#tree.copy();
  }

  /** The same, to show the past. */
  past(): ObjectTree {
    return this.#tree.past();
  }

  /** The same content as of a later revision at which nothing had changed. */
  at(revision: Revision): TreeSnapshot {
    return revision === this.revision ? this : new TreeSnapshot(revision, this.#tree, this.#memory);
  }
}
