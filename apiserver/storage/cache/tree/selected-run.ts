// The objects of a snapshot that a selection has, or their items' bytes: those of groups of leaves that are as they were
// that an earlier request made are there already.

import type { EncodedCachedObject } from './cached-object.ts';
import type { Leaf } from './object-leaf.ts';
import type { Part, TreeRun } from './object-run.ts';
import type { ObjectRun, Requirement } from '../../contract/resource-cache.ts';
import type { CachedSelection, SelectedGroup } from './selection-cache.ts';

/** Bytes of items that complete a group, and the most leaves of one. */
const groupBytes = 128 * 1024;
const groupLeaves = 256;

export class SelectedRun implements ObjectRun {
  readonly #everything: () => TreeRun;
  readonly #groups: readonly SelectedGroup[];
  readonly #terms: readonly Requirement[];
  #leaves: readonly Part[] | undefined;

  /** `everything`: among which is selected. */
  private constructor(
    everything: () => TreeRun,
    groups: readonly SelectedGroup[],
    terms: readonly Requirement[],
    parts?: readonly Part[],
  ) {
    this.#everything = everything;
    this.#groups = groups;
    this.#terms = terms;
    this.#leaves = parts;
  }

  /** Looks at the leaves of a tree that are not as they were, in steps. Undefined: it is too much to be remembered. */
  static *over(
    tree: object,
    everything: () => TreeRun,
    terms: readonly Requirement[],
    memory: CachedSelection,
  ): Generator<void, SelectedRun | undefined> {
    const known = memory.allOf(tree);
    if (known !== undefined) return new SelectedRun(everything, known, terms);
    const parts = everything().parts();
    const leaves = parts.map(({ leaf }) => leaf);
    const groups: SelectedGroup[] = [];
    for (let from = 0; from < parts.length; ) {
      let group = memory.find(leaves, from);
      if (group === undefined) {
        group = yield* selectFrom(parts, from, terms, memory);
        yield;
      }
      groups.push(group);
      from += group.contents.length;
    }
    return memory.keep(tree, groups) ? new SelectedRun(everything, groups, terms, parts) : undefined;
  }

  get size(): number {
    return this.#groups.reduce((sum, { count }) => sum + count, 0);
  }

  get length(): number {
    return this.#groups.reduce((sum, { length }) => sum + length, 0);
  }

  get last(): EncodedCachedObject | undefined {
    return [...this].at(-1);
  }

  *[Symbol.iterator](): IterableIterator<EncodedCachedObject> {
    for (const part of this.#parts()) yield* selectedOf([part], this.#terms);
  }

  *items(): Iterable<Buffer> {
    let from = 0;
    for (const group of this.#groups) {
      const to = from + group.contents.length;
      if (group.count > 0) yield group.items ?? this.#make(group, this.#parts().slice(from, to));
      from = to;
    }
  }

  #parts(): readonly Part[] {
    this.#leaves ??= this.#everything().parts();
    return this.#leaves;
  }

  #make(group: SelectedGroup, parts: readonly Part[]): Buffer {
    const items = Buffer.allocUnsafeSlow(group.length);
    let at = 0;
    for (const object of selectedOf(parts, this.#terms)) {
      object.writeItem(items, at);
      at += object.itemLength;
    }
    group.items = items;
    return items;
  }
}

/** A group of the leaves from one on, up to where one begins that is known. */
function* selectFrom(
  parts: readonly Part[],
  start: number,
  terms: readonly Requirement[],
  memory: CachedSelection,
): Generator<void, SelectedGroup> {
  const contents: object[] = [];
  let count = 0;
  let length = 0;
  for (let index = start; index < parts.length && contents.length < groupLeaves && length < groupBytes; index += 1) {
    const part = parts[index];
    if (part === undefined || (index > start && memory.begins(part.leaf))) break;
    if (part.leaf.prepare(terms)) yield;
    for (const object of selectedOf([part], terms)) {
      count += 1;
      length += object.itemLength;
    }
    contents.push(part.leaf.content);
  }
  return { contents, count, length, items: undefined };
}

function selectedOf(parts: readonly Part[], terms: readonly Requirement[]): readonly EncodedCachedObject[] {
  const objects: EncodedCachedObject[] = [];
  for (const { leaf, from, to } of parts) {
    prepared(leaf, terms).select(from, to, terms, (object) => objects.push(object) > 0);
  }
  return objects;
}

/** Columns that other selections drove out in the meantime are made again. */
function prepared(leaf: Leaf, terms: readonly Requirement[]): Leaf {
  leaf.prepare(terms);
  return leaf;
}
