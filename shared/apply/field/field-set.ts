// A set of field paths, in the tree form of `fieldsV1`: each key is a path element, `{}` is a path that ends here, and `.` beside
// deeper keys is a path that ends here too. Sets are immutable, and results of operations share unchanged parts: an operation
// without effect returns the same set. Keys are sorted, so that equal sets have equal texts.

import type { FieldPath, PathElement } from './path-element.ts';
import { isSorted, sortByElement } from './path-element.ts';

/** At the root, no key means an empty set; further down it means the path that ends here, and nothing below it. */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

/** A path that ends, and no deeper one. At the root: the empty set. */
export const leaf: FieldSet = Object.freeze({});

const self = '.';

/** A tree from its branches in any order; undefined when it holds nothing. `ends`: a path ends here. */
export function treeOf(ends: boolean, branches: [PathElement, FieldSet][]): FieldSet | undefined {
  if (branches.length === 0) return ends ? leaf : undefined;
  if (branches.length > 1 && !isSorted(branches)) sortByElement(branches);
  const tree: Record<PathElement, FieldSet> = {};
  if (ends) tree[self] = leaf;
  for (const [element, below] of branches) tree[element] = below;
  return tree;
}

export function fieldSet(...paths: readonly FieldPath[]): FieldSet {
  let set = leaf;
  for (const path of paths) {
    let tree: FieldSet = leaf;
    for (const element of [...path].reverse()) tree = { [element]: tree };
    set = union(set, tree);
  }
  return set;
}

export function isEmpty(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Whether a path ends at this tree (see `FieldSet`: not to be asked of a root). */
export function endsHere(tree: FieldSet): boolean {
  return self in tree || isEmpty(tree);
}

/** The elements below, without the mark of the path that ends here. */
export function elementsOf(tree: FieldSet): PathElement[] {
  const elements = Object.keys(tree);
  if (elements[0] === self) elements.shift();
  return elements;
}

/** What the set says below an element; undefined: nothing. */
export function below(set: FieldSet, element: PathElement): FieldSet | undefined {
  return set[element];
}

export function has(set: FieldSet, path: FieldPath): boolean {
  let tree: FieldSet | undefined = set;
  for (const element of path) tree = tree?.[element];
  return tree !== undefined && path.length > 0 && endsHere(tree);
}

/** Every path, `most` at most: those that end at a level before what is below them. */
export function pathsOf(set: FieldSet, most = Number.POSITIVE_INFINITY): FieldPath[] {
  const paths: FieldPath[] = [];
  collect(set, [], paths, most);
  return paths;
}

function collect(tree: FieldSet, above: FieldPath, paths: FieldPath[], most: number): void {
  const elements = elementsOf(tree);
  for (const element of elements) {
    if (paths.length >= most) return;
    if (endsHere(tree[element] ?? leaf)) paths.push([...above, element]);
  }
  for (const element of elements) {
    if (paths.length >= most) return;
    collect(tree[element] ?? leaf, [...above, element], paths, most);
  }
}

/** How many paths the set holds. */
export function countPaths(set: FieldSet): number {
  let count = 0;
  for (const element of elementsOf(set)) {
    const inner = set[element] ?? leaf;
    count += (endsHere(inner) ? 1 : 0) + countPaths(inner);
  }
  return count;
}

export function same(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  let keys = 0;
  for (const key in a) {
    const other = b[key];
    if (other === undefined || !same(a[key] ?? leaf, other)) return false;
    keys += 1;
  }
  return keys === Object.keys(b).length;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(b)) return a;
  return isEmpty(a) ? b : unite(a, b);
}

/** By halves: one after the other would go over the first ones as often as there are sets. */
export function unionAll(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= 1) return sets[0] ?? leaf;
  const half = sets.length >> 1;
  return union(unionAll(sets.slice(0, half)), unionAll(sets.slice(half)));
}

function unite(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const ends = endsHere(a) || endsHere(b);
  let changed = ends !== endsHere(a);
  const branches: [PathElement, FieldSet][] = [];
  for (const element of elementsOf(a)) {
    const [mine, other] = [a[element] ?? leaf, b[element]];
    const both = other === undefined ? mine : unite(mine, other);
    changed ||= both !== mine;
    branches.push([element, both]);
  }
  for (const element of elementsOf(b)) {
    const other = b[element];
    if (other === undefined || a[element] !== undefined) continue;
    changed = true;
    branches.push([element, other]);
  }
  return changed ? (treeOf(ends, branches) ?? leaf) : a;
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return isEmpty(a) || isEmpty(b) ? leaf : (meet(a, b) ?? leaf);
}

function meet(a: FieldSet, b: FieldSet): FieldSet | undefined {
  const branches: [PathElement, FieldSet][] = [];
  for (const element of elementsOf(a)) {
    const [mine, other] = [a[element], b[element]];
    const both = mine === undefined || other === undefined ? undefined : meet(mine, other);
    if (both !== undefined) branches.push([element, both]);
  }
  return treeOf(endsHere(a) && endsHere(b), branches);
}

/** The paths of `a` that `b` does not hold. What is below a path of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return isEmpty(a) || isEmpty(b) ? a : (lessen(a, b, endsHere(a) && !endsHere(b), difference2) ?? leaf);
}

/** The paths of `a` that are neither in `b` nor below a path of `b`. */
export function exclude(a: FieldSet, b: FieldSet): FieldSet {
  return isEmpty(a) || isEmpty(b) ? a : (lessen(a, b, endsHere(a), exclude2) ?? leaf);
}

type Lessen = (a: FieldSet, b: FieldSet) => FieldSet | undefined;

const difference2: Lessen = (a, b) => lessen(a, b, endsHere(a) && !endsHere(b), difference2);

const exclude2: Lessen = (a, b) => (endsHere(b) ? undefined : lessen(a, b, endsHere(a), exclude2));

function lessen(a: FieldSet, b: FieldSet, ends: boolean, inner: Lessen): FieldSet | undefined {
  let changed = ends !== endsHere(a);
  const branches: [PathElement, FieldSet][] = [];
  for (const element of elementsOf(a)) {
    const [mine, other] = [a[element] ?? leaf, b[element]];
    const rest = other === undefined ? mine : inner(mine, other);
    changed ||= rest !== mine;
    if (rest !== undefined) branches.push([element, rest]);
  }
  return changed ? treeOf(ends, branches) : a;
}
