// Neighbouring objects of a tree: one after the other, or their items' bytes leaf by leaf, made while they are read. A run
// holds the tree, no bytes, so that a long list costs its readers a leaf at a time.

import type { EncodedCachedObject } from './cached-object.ts';
import type { Leaf } from './object-leaf.ts';
import type { ObjectTree, Place } from './object-tree.ts';
import type { ObjectRun } from '../../contract/resource-cache.ts';

/** The objects of one leaf, from the first index up to the second. */
export interface Part {
  readonly leaf: Leaf;
  readonly from: number;
  readonly to: number;
}

export class TreeRun implements ObjectRun {
  readonly #leaves: readonly Leaf[];
  readonly #from: Place;
  readonly #to: Place;
  #parts: readonly Part[] | undefined;

  /** Objects from one place up to another; `limit` 0: all of them. */
  constructor(tree: ObjectTree, from: Place, to: Place, limit: number) {
    this.#leaves = tree.leaves;
    this.#from = from;
    this.#to = limit === 0 ? to : this.#after(limit, to);
  }

  get size(): number {
    let size = 0;
    for (const { from, to } of this.parts()) size += to - from;
    return size;
  }

  get length(): number {
    let length = 0;
    for (const { leaf, from, to } of this.parts()) length += leaf.lengthOf(from, to);
    return length;
  }

  get last(): EncodedCachedObject | undefined {
    const part = this.parts().at(-1);
    return part?.leaf.objects[part.to - 1];
  }

  *[Symbol.iterator](): IterableIterator<EncodedCachedObject> {
    for (const { leaf, from, to } of this.parts()) {
      for (let at = from; at < to; at += 1) {
        const object = leaf.objects[at];
        if (object !== undefined) yield object;
      }
    }
  }

  *items(): Iterable<Buffer> {
    for (const { leaf, from, to } of this.parts()) yield leaf.items(from, to);
  }

  parts(): readonly Part[] {
    if (this.#parts !== undefined) return this.#parts;
    const parts: Part[] = [];
    for (let index = this.#from.leaf; index <= this.#to.leaf; index += 1) {
      const leaf = this.#leaves[index];
      if (leaf === undefined) break;
      const from = index === this.#from.leaf ? this.#from.at : 0;
      const to = index === this.#to.leaf ? this.#to.at : leaf.size;
      if (from < to) parts.push({ leaf, from, to });
    }
    this.#parts = parts;
    return parts;
  }

  /** The place behind so many objects, or `end` if that comes first. */
  #after(limit: number, end: Place): Place {
    let left = limit;
    for (let index = this.#from.leaf; index <= end.leaf; index += 1) {
      const from = index === this.#from.leaf ? this.#from.at : 0;
      const to = index === end.leaf ? end.at : (this.#leaves[index]?.size ?? 0);
      if (to - from >= left) return { leaf: index, at: from + left };
      left -= Math.max(0, to - from);
    }
    return end;
  }
}
