// The objects of one resource in key order: a directory of leaves (`object-leaf.ts`). Copies share leaves until one of them
// changes. Two levels are enough: what is copied with the first change after a snapshot is one leaf and the directory,
// eight bytes for each leaf.

import type { EncodedCachedObject } from './cached-object.ts';
import { compareKeys } from '../../format/key-order.ts';
import { Leaf, leafBytes, leafObjects } from './object-leaf.ts';

/** A place between objects: before the one at `at` of a leaf, or at the end of the leaf. */
export interface Place {
  readonly leaf: number;
  readonly at: number;
}

/** A leaf with fewer objects joins its neighbour when there is room. */
const fewObjects = leafObjects / 8;

export class ObjectTree {
  #leaves: Leaf[];
  #size: number;
  /** Leaves with this owner are this tree's alone. */
  readonly #owner = {};
  #ownsDirectory: boolean;
  /** Whether this tree holds the newest objects; only such a tree decides where their bytes lie. */
  readonly #newest: boolean;

  /** `leaves`: those of another tree. */
  private constructor(leaves: Leaf[], size: number, newest: boolean) {
    this.#leaves = leaves;
    this.#size = size;
    this.#ownsDirectory = false;
    this.#newest = newest;
  }

  /** An empty tree for the newest objects. */
  static empty(): ObjectTree {
    return new ObjectTree([], 0, true);
  }

  get size(): number {
    return this.#size;
  }

  /** Not to be changed by the caller. */
  get leaves(): readonly Leaf[] {
    return this.#leaves;
  }

  get(key: string): EncodedCachedObject | undefined {
    const leaf = this.#leaves[this.#leafOf(key)];
    if (leaf === undefined) return undefined;
    const at = lowerBound(leaf.keys, key);
    return leaf.keys[at] === key ? leaf.objects[at] : undefined;
  }

  /** Answers the object that the key held before. */
  set(key: string, object: EncodedCachedObject): EncodedCachedObject | undefined {
    let index = this.#leafOf(key);
    if (index < 0) {
      this.#own(0, 0, new Leaf(this.#owner, this.#newest, [key], [object]));
      this.#size = 1;
      return undefined;
    }
    let leaf = this.#ownLeaf(index);
    let at = lowerBound(leaf.keys, key);
    const previous = leaf.keys[at] === key ? leaf.objects[at] : undefined;
    if (previous === undefined && leaf.full) {
      this.#split(index, at);
      index = this.#leafOf(key);
      leaf = this.#ownLeaf(index);
      at = lowerBound(leaf.keys, key);
    }
    leaf.put(at, key, object, previous !== undefined);
    if (previous === undefined) this.#size += 1;
    return previous;
  }

  /** Answers the object that the key held. */
  delete(key: string): EncodedCachedObject | undefined {
    const index = this.#leafOf(key);
    const found = this.#leaves[index];
    if (found === undefined) return undefined;
    const at = lowerBound(found.keys, key);
    if (found.keys[at] !== key) return undefined;
    const previous = found.objects[at];
    this.#size -= 1;
    if (found.size === 1) {
      this.#own(index, 1);
      return previous;
    }
    this.#ownLeaf(index).remove(at);
    this.#join(index);
    return previous;
  }

  /** A tree with the same content, which takes this one's place: this one must not be changed any more. */
  copy(): ObjectTree {
    return new ObjectTree(this.#leaves, this.#size, this.#newest);
  }

  /** A tree with the same content that is going to show the past. */
  past(): ObjectTree {
    return new ObjectTree(this.#leaves, this.#size, false);
  }

  /** Before the first object whose key is not less. */
  placeOf(key: string): Place {
    const leaf = Math.max(0, this.#leafOf(key));
    return { leaf, at: lowerBound(this.#leaves[leaf]?.keys ?? [], key) };
  }

  /** The last leaf that begins at or before the key, else the first one; -1: there is none. */
  #leafOf(key: string): number {
    let low = 0;
    let high = this.#leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#leaves[middle]?.keys[0] ?? '', key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low > 0 ? low - 1 : this.#leaves.length - 1 < 0 ? -1 : 0;
  }

  #ownLeaf(index: number): Leaf {
    const leaf = this.#leaves[index];
    if (leaf === undefined) throw new RangeError(`there is no leaf ${index}`);
    if (leaf.owner === this.#owner) return leaf;
    const own = leaf.copyFor(this.#owner, this.#newest);
    this.#own(index, 1, own);
    return own;
  }

  /** Puts leaves in the place of others. */
  #own(at: number, removed: number, ...leaves: Leaf[]): void {
    if (!this.#ownsDirectory) {
      this.#leaves = this.#leaves.slice();
      this.#ownsDirectory = true;
    }
    this.#leaves.splice(at, removed, ...leaves);
  }

  /** A full leaf, for an object that is to come at a place. */
  #split(index: number, at: number): void {
    const leaf = this.#ownLeaf(index);
    const right = leaf.split(leaf.cutFor(at));
    leaf.pack();
    if (right.size > 1) right.pack();
    this.#own(index + 1, 0, right);
  }

  /** Joins a small leaf with a neighbour. */
  #join(index: number): void {
    if ((this.#leaves[index]?.size ?? 0) >= fewObjects) return;
    for (const first of [index, index - 1]) {
      const [left, right] = [this.#leaves[first], this.#leaves[first + 1]];
      if (left === undefined || right === undefined) continue;
      if (left.size + right.size > leafObjects / 2 || left.length + right.length > leafBytes / 2) continue;
      this.#ownLeaf(first).append(right);
      this.#own(first + 1, 1);
      return;
    }
  }
}

/** Index of the first key that is not less. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
