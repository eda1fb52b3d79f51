// A set of field paths that many other sets are compared with. The time of a comparison depends on the size of the other set
// only. To iterate over the keys of an object, even to find one key, takes time proportional to their number, and a client
// may send thousands of owners together with thousands of changes.

import type { FieldSet } from './field-set.ts';
import { elementsOf, endsHere, isEmpty, leaf, treeOf } from './field-set.ts';
import type { PathElement } from './path-element.ts';

/** Up to so many branches, looking up each one is faster than iterating over the other set. */
const few = 16;

export class FieldIndex {
  #ends = false;
  readonly #below = new Map<PathElement, FieldIndex>();

  /** All paths of all sets. */
  static of(...sets: readonly FieldSet[]): FieldIndex {
    const index = new FieldIndex();
    for (const set of sets) index.#addBranches(set);
    return index;
  }

  get isEmpty(): boolean {
    return this.#below.size === 0;
  }

  /** The paths of `set` that are here too. */
  sharedWith(set: FieldSet): FieldSet {
    return this.#meet(set, false) ?? leaf;
  }

  /** The paths of `set` that are not here; what is below a path of this one stays. A set that stays as it is comes back itself. */
  takenFrom(set: FieldSet): FieldSet {
    return this.isEmpty || isEmpty(set) ? set : (this.#lessen(set, false) ?? leaf);
  }

  #addBranches(tree: FieldSet): void {
    for (const element of elementsOf(tree)) {
      const inner = tree[element] ?? leaf;
      let index = this.#below.get(element);
      if (index === undefined) this.#below.set(element, (index = new FieldIndex()));
      if (endsHere(inner)) index.#ends = true;
      index.#addBranches(inner);
    }
  }

  #meet(tree: FieldSet, ends: boolean): FieldSet | undefined {
    const branches: [PathElement, FieldSet][] = [];
    for (const element of this.#candidates(tree)) {
      const [inner, index] = [tree[element], this.#below.get(element)];
      if (inner === undefined || index === undefined) continue;
      const both = index.#meet(inner, index.#ends && endsHere(inner));
      if (both !== undefined) branches.push([element, both]);
    }
    return treeOf(ends, branches);
  }

  /** `tree` itself where it holds none of the paths; undefined: all of it is here. */
  #lessen(tree: FieldSet, gone: boolean): FieldSet | undefined {
    const lessened = new Map<PathElement, FieldSet | undefined>();
    for (const element of this.#candidates(tree)) {
      const [inner, index] = [tree[element], this.#below.get(element)];
      if (inner === undefined || index === undefined) continue;
      const rest = index.#lessen(inner, index.#ends && endsHere(inner));
      if (rest !== inner) lessened.set(element, rest);
    }
    if (!gone && lessened.size === 0) return tree;
    const branches: [PathElement, FieldSet][] = [];
    for (const element of elementsOf(tree)) {
      const rest = lessened.has(element) ? lessened.get(element) : tree[element];
      if (rest !== undefined) branches.push([element, rest]);
    }
    return treeOf(!gone && endsHere(tree), branches);
  }

  /** Elements that both may have. */
  #candidates(tree: FieldSet): Iterable<PathElement> {
    return this.#below.size <= few ? this.#below.keys() : elementsOf(tree);
  }
}
