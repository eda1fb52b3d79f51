// Applies a JSON Patch (RFC 6902). The document is not changed: what the operations touch is copied along the path, everything else
// is shared with the result. All operations take effect or none.

import { unprocessable } from '../object/errors.ts';
import { StatusError } from '../object/status-error.ts';
import { stringifyJson } from '../codec/json/json.ts';
import { assignKey } from '../schema/assign-key.ts';
import { type JsonPatchOperation, mostDepth } from './json-patch-document.ts';
import { lenientSteps, parsePointer } from './json-pointer.ts';

/** A `test` does not hold: the patch says itself that it is not for this document. */
export class PatchTestError extends StatusError {}

/**
 * How operations are read: as the RFC has them, or leniently. Then a replacement of a member that is not there adds it and a copy of
 * it is null, a value that is left out is null, indices may count from the end (`-1`) and be spelled in any way (`+1`, `01`),
 * what stands before the first slash of a pointer counts for nothing, an escape that is none stands for itself, and the whole
 * document can be tested and replaced by another document only.
 */
export type PatchReading = 'rfc' | 'lenient';

/** Bytes of JSON that all `copy` operations of one patch together may add. */
const mostCopied = 3 * 1024 * 1024;
/** Items of lists that all operations of one patch together may shift, by adding and removing in front of them. */
const mostShifted = 100_000_000;
/**
 * The document after all operations. Throws StatusError 422 when one of them cannot be done (a place that does not exist,
 * a `test` that does not hold, more than 3 MiB copied or 100,000,000 items of lists shifted, a result nested deeper than a
 * body may be).
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly JsonPatchOperation[],
  reading: PatchReading = 'rfc',
): unknown {
  const patching = new Patching(document, reading);
  for (const operation of operations) patching.apply(operation);
  // Moves nest values in each other without end; what no body may hold, no patch may make: it could not be read back.
  checkDepth(patching.root, mostDepth);
  return patching.root;
}

type Container = Record<string, unknown> | unknown[];

class Patching {
  root: unknown;
  /** Containers made by this patch: they may be changed, all others are shared with the document or the patch. */
  readonly #own = new WeakSet<object>();
  #copied = 0;
  #shifted = 0;

  readonly #lenient: boolean;

  constructor(root: unknown, reading: PatchReading) {
    this.root = root;
    this.#lenient = reading === 'lenient';
  }

  apply(operation: JsonPatchOperation): void {
    const { op = 'unknown' } = operation;
    const place = pointerOf(operation, 'path');
    const path = this.#steps(place);
    switch (op) {
      case 'add':
        return this.#add(path, this.#valueOf(operation), place);
      case 'remove':
        this.#remove(path, place);
        return undefined;
      case 'replace':
        return this.#replace(path, this.#valueOf(operation), place);
      case 'move':
        return this.#move(this.#steps(pointerOf(operation, 'from')), path, operation);
      case 'copy': {
        const from = pointerOf(operation, 'from');
        return this.#add(path, this.#copy(this.#source(this.#steps(from), from)), place);
      }
      case 'test':
        if (hasValue(operation) && isSame(this.#readOrNull(path, place), operation.value)) return undefined;
        throw new PatchTestError(unprocessable(`testing value ${place} failed: test failed`).status);
      default:
        throw unprocessable(`unexpected kind of JSON patch operation: ${op}`);
    }
  }

  #steps(pointer: string): readonly string[] {
    const path = this.#lenient ? lenientSteps(pointer) : parsePointer(pointer);
    if (path === undefined) throw unprocessable(`not a JSON pointer: ${JSON.stringify(pointer)}`);
    return path;
  }

  #valueOf(operation: JsonPatchOperation): unknown {
    if (hasValue(operation)) return operation.value;
    if (this.#lenient) return null;
    throw unprocessable(`operation ${operation.op} lacks a value`);
  }

  /** Of an item: `length` is one more where it is to be added. Leniently `-1` is the last of these, in any spelling. */
  #index(step: string, length: number, place: string): number {
    if (!this.#lenient) return indexOf(step, length, place);
    const number = /^[+-]?\d{1,15}$/.test(step) ? Number(step) : Number.NaN;
    const index = number < 0 ? number + length : number;
    if (!(index >= 0 && index < length)) throw missing(place);
    return index;
  }

  #add(path: readonly string[], value: unknown, place: string): void {
    const last = path.at(-1);
    if (last === undefined) {
      if (this.#lenient) throw missing(place);
      this.root = value;
      return;
    }
    const parent = this.#parent(path, place);
    if (Array.isArray(parent))
      this.#splice(parent, last === '-' ? parent.length : this.#index(last, parent.length + 1, place), 0, value);
    else assignKey(parent, last, value);
  }

  /** Thousands of operations at the beginning of a list of a million items would hold everybody else up. */
  #splice(list: unknown[], at: number, count: number, ...items: readonly unknown[]): unknown {
    this.#shifted += list.length - at;
    if (this.#shifted > mostShifted) {
      throw unprocessable(`the JSON patch shifts more than ${mostShifted} items of lists: replace the list instead`);
    }
    return list.splice(at, count, ...items)[0];
  }

  #remove(path: readonly string[], place: string): unknown {
    const last = path.at(-1);
    if (last === undefined) throw missing(place);
    const parent = this.#parent(path, place);
    if (Array.isArray(parent)) return this.#splice(parent, this.#index(last, parent.length, place), 1);
    if (!Object.hasOwn(parent, last)) throw missing(place);
    const value = parent[last];
    delete parent[last];
    return value;
  }

  #replace(path: readonly string[], value: unknown, place: string): void {
    const last = path.at(-1);
    if (last === undefined) {
      if (!this.#lenient || (typeof value === 'object' && value !== null)) this.root = value;
      return;
    }
    const parent = this.#parent(path, place);
    if (Array.isArray(parent)) parent[this.#index(last, parent.length, place)] = value;
    else if (this.#lenient || Object.hasOwn(parent, last)) assignKey(parent, last, value);
    else throw missing(place);
  }

  #move(from: readonly string[], to: readonly string[], operation: JsonPatchOperation): void {
    const inside = from.length < to.length && from.every((step, index) => step === to[index]);
    const [source, place] = [pointerOf(operation, 'from'), pointerOf(operation, 'path')];
    if (inside) throw unprocessable(`cannot move ${source} into itself at ${place}`);
    const value = this.#read(from, source);
    if (from.length === 0 && !this.#lenient) return;
    this.#remove(from, source);
    this.#add(to, value, place);
  }

  /** A copy may be changed later without its source, so it is made at once; its size and depth are bounded. */
  #copy(value: unknown): unknown {
    checkDepth(value, mostDepth);
    this.#copied += Buffer.byteLength(stringifyJson(value));
    if (this.#copied > mostCopied) {
      throw unprocessable(
        `the copies of the JSON patch are ${this.#copied} bytes, more than the limit of ${mostCopied}`,
      );
    }
    return structuredClone(value);
  }

  #source(path: readonly string[], place: string): unknown {
    if (!this.#lenient) return this.#read(path, place);
    if (path.length === 0) throw missing(place);
    return this.#readOrNull(path, place);
  }

  /**
   * A member that is not there is null. For a `test` this is beyond the RFC: clients that add the first finalizer, or the first
   * of anything, test that for null.
   */
  #readOrNull(path: readonly string[], place: string): unknown {
    const last = path.at(-1);
    if (last === undefined) return this.root;
    const parent = this.#read(path.slice(0, -1), place);
    return isRecord(parent) && !Object.hasOwn(parent, last) ? null : this.#child(parent, last, place);
  }

  #read(path: readonly string[], place: string): unknown {
    let value = this.root;
    for (const step of path) value = this.#child(value, step, place);
    return value;
  }

  #child(value: unknown, step: string, place: string): unknown {
    if (Array.isArray(value)) return value[this.#index(step, value.length, place)];
    if (!isRecord(value) || !Object.hasOwn(value, step)) throw missing(place);
    return value[step];
  }

  /** The container that holds the last step, made the patch's own along the way. */
  #parent(path: readonly string[], place: string): Container {
    let parent = this.#owned(this.root, place);
    this.root = parent;
    for (const step of path.slice(0, -1)) {
      const owned = this.#owned(this.#child(parent, step, place), place);
      if (Array.isArray(parent)) parent[this.#index(step, parent.length, place)] = owned;
      else assignKey(parent, step, owned);
      parent = owned;
    }
    return parent;
  }

  #owned(value: unknown, place: string): Container {
    if (typeof value !== 'object' || value === null) throw missing(place);
    if (this.#own.has(value)) return value as Container;
    const copy: Container = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    this.#own.add(copy);
    return copy;
  }
}

function hasValue(operation: JsonPatchOperation): boolean {
  return Object.hasOwn(operation, 'value');
}

function pointerOf(operation: JsonPatchOperation, field: 'path' | 'from'): string {
  const pointer = operation[field];
  if (pointer === undefined) throw unprocessable(`operation ${operation.op ?? 'unknown'} lacks ${field}`);
  return pointer;
}

function indexOf(step: string, length: number, place: string): number {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : Number.NaN;
  if (!(index < length)) throw missing(place);
  return index;
}

function missing(place: string): Error {
  return unprocessable(`the JSON patch names a place that does not exist: ${JSON.stringify(place)}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkDepth(value: unknown, left: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (left === 0) throw unprocessable(`a value of the JSON patch is nested more than ${mostDepth} levels deep`);
  for (const item of Object.values(value)) checkDepth(item, left - 1);
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      isSame((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  );
}
