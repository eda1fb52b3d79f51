// A leaf of the tree of objects: neighbours in key order. Their bytes come to lie side by side in one block, as a list
// holds them, at the first list or when enough of them have changed; a list is then a few blocks, and few objects have
// memory of their own, whose holes the process could not give back. The block takes the place of that memory.

import { blockMemory } from './block-memory.ts';
import type { EncodedCachedObject } from './cached-object.ts';
import type { Requirement } from '../../contract/resource-cache.ts';
import { ValueColumns } from './value-column.ts';

/** Most objects of a leaf. */
export const leafObjects = 64;
/** Bytes of items from which on a leaf is full, unless it holds a single object. */
export const leafBytes = 256 * 1024;

/** Objects of a leaf that may have memory of their own before all of them get a new block. */
const looseObjects = 16;

export class Leaf {
  /** Of the tree that may change this leaf. */
  readonly owner: object;
  /** Identity of the immutable content of a leaf: no other leaf has the same. */
  readonly content: object = {};
  readonly keys: string[];
  readonly objects: EncodedCachedObject[];
  /** Bytes of all items. */
  #length: number;
  /** The items, when they lie side by side. */
  #block: Buffer | undefined;
  /** At most this many bytes of blocks are kept only because an object of this leaf lies in the same block. */
  #dead = 0;
  /**
   * Objects put here since the last block was made; while they are not read, only those that are new: where all change every
   * few seconds, as leases of nodes do, block after block would be made without a reader.
   */
  #loose: number;
  /** Whether the items were not read since changes made a block of them. */
  #unread = false;
  #columns: ValueColumns | undefined;
  /** Where the last new object was put. */
  #lastPut = -1;
  /** Whether the objects are the newest: those of a view of the past stay where the newest put them. */
  #newest: boolean;

  constructor(owner: object, newest: boolean, keys: string[], objects: EncodedCachedObject[]) {
    this.owner = owner;
    this.#newest = newest;
    this.keys = keys;
    this.objects = objects;
    this.#length = sumOf(objects, 0, objects.length);
    this.#loose = objects.length;
  }

  /** Bytes of all items. */
  get length(): number {
    return this.#length;
  }

  get size(): number {
    return this.keys.length;
  }

  get full(): boolean {
    return this.size >= leafObjects || (this.#length >= leafBytes && this.size > 1);
  }

  /** A leaf with the same content that `owner` may change. What is no longer among the newest keeps no block. */
  copyFor(owner: object, newest: boolean): Leaf {
    if (newest) this.#retire();
    const copy = new Leaf(owner, newest, this.keys.slice(), this.objects.slice());
    copy.#dead = this.#dead;
    copy.#loose = this.#loose;
    copy.#unread = this.#unread;
    copy.#columns = this.#columns?.copy();
    copy.#lastPut = this.#lastPut;
    return copy;
  }

  /** Puts an object at a place, in the place of the one with the same key if `replace` says so. */
  put(at: number, key: string, object: EncodedCachedObject, replace: boolean): void {
    this.#columns?.put(at, replace, this.size);
    if (replace) {
      this.#drop(at);
      this.keys[at] = key;
      this.objects[at] = object;
    } else {
      this.keys.splice(at, 0, key);
      this.objects.splice(at, 0, object);
      this.#lastPut = at;
    }
    this.#length += object.itemLength;
    if (!replace || !this.#unread) this.#loose += 1;
    this.#changed();
  }

  remove(at: number): void {
    this.#columns?.remove(at, this.size);
    this.#drop(at);
    this.keys.splice(at, 1);
    this.objects.splice(at, 1);
    this.#changed();
  }

  /** Where to cut a full leaf for an object at a place: keys that ascend leave full leaves behind, also between others. */
  cutFor(at: number): number {
    if (at === this.size) return at - 1;
    return at > 0 && at === this.#lastPut + 1 ? at : this.size >>> 1;
  }

  /** Moves the objects from `at` on to a leaf of their own. */
  split(at: number): Leaf {
    const keys = this.keys.splice(at);
    const objects = this.objects.splice(at);
    const left = this.#length;
    this.#length = sumOf(this.objects, 0, at);
    const right = new Leaf(this.owner, this.#newest, keys, objects);
    right.#dead = this.#dead + this.#length;
    this.#dead += left - this.#length;
    this.#columns = undefined;
    this.#changed();
    return right;
  }

  /** Takes the objects of the leaf behind this one. */
  append(next: Leaf): void {
    this.keys.push(...next.keys);
    this.objects.push(...next.objects);
    this.#length += next.#length;
    this.#dead += next.#dead;
    if (this.#newest) next.#retire();
    this.#columns = undefined;
    this.#changed();
  }

  /** Puts the objects' bytes side by side. */
  pack(): void {
    if (this.#block !== undefined || !this.#newest) return;
    const block = blockMemory(this.#length);
    this.#writeItems(block);
    let at = 0;
    let head: Buffer | undefined;
    for (const object of this.objects) {
      head = object.headLike(head);
      object.moveInto(block, at, head);
      at += object.itemLength;
    }
    this.#block = block;
    this.#dead = 0;
    this.#loose = 0;
  }

  /** The items of some objects, side by side. The memory is shared and immutable. */
  items(from: number, to: number): Buffer {
    this.#unread = false;
    this.pack();
    const block = this.#block ?? this.#copy();
    const start = sumOf(this.objects, 0, from);
    return to - from === this.size ? block : block.subarray(start, start + sumOf(this.objects, from, to));
  }

  /** Bytes of the items of some objects. */
  lengthOf(from: number, to: number): number {
    return to - from === this.size ? this.#length : sumOf(this.objects, from, to);
  }

  /** Before `select`. True: objects had to be parsed for it. */
  prepare(terms: readonly Requirement[]): boolean {
    this.#columns ??= new ValueColumns(leafObjects);
    return this.#columns.complete(this.objects, terms);
  }

  /** Calls `visitor` for the objects of a range for which every term holds. False: the visitor answered false. */
  select(
    from: number,
    to: number,
    terms: readonly Requirement[],
    visitor: (object: EncodedCachedObject) => boolean,
  ): boolean {
    return this.#columns?.select(this.objects, from, to, terms, visitor) ?? true;
  }

  /** Others hold the newest objects from here on. */
  #retire(): void {
    this.#newest = false;
    this.#block = undefined;
  }

  #drop(at: number): void {
    const object = this.objects[at];
    if (object === undefined) return;
    this.#length -= object.itemLength;
    if (object.packed) this.#dead += object.itemLength;
  }

  #changed(): void {
    this.#block = undefined;
    if ((this.#dead <= this.#length && this.#loose <= looseObjects) || this.size === 0) return;
    this.pack();
    this.#unread = true;
  }

  #copy(): Buffer {
    const items = Buffer.allocUnsafeSlow(this.#length);
    this.#writeItems(items);
    return items;
  }

  /** Objects that lie side by side already are copied together. */
  #writeItems(target: Buffer): void {
    const { objects } = this;
    let at = 0;
    for (let from = 0; from < objects.length; ) {
      const first = objects[from];
      let last = first;
      let to = from + 1;
      let length = first?.itemLength ?? 0;
      for (
        let next = objects[to];
        next !== undefined && last !== undefined && next.follows(last);
        next = objects[++to]
      ) {
        length += next.itemLength;
        last = next;
      }
      if (first !== undefined && last !== undefined && first !== last) first.writeItemsTo(last, target, at);
      else first?.writeItem(target, at);
      at += length;
      from = to;
    }
  }
}

function sumOf(objects: readonly EncodedCachedObject[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += objects[at]?.itemLength ?? 0;
  return sum;
}
