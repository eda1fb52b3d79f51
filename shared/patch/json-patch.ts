// JSON Patch (RFC 6902). The document is not changed: what the operations touch is copied along the path, everything else
// is shared with the result. All operations take effect or none.

import { badRequest, requestBeyondLimit, unprocessable } from '../object/errors.ts';
import { JsonSyntaxError } from '../codec/json/json-scanner.ts';
import { parseJson, stringifyJson } from '../codec/json/json.ts';
import { TooManyValuesError, mostBodyValues } from '../codec/limit/value-limit.ts';
import { assignKey } from '../schema/assign-key.ts';
import { parsePointer } from './json-pointer.ts';

/** One operation as the client sent it, its form checked. */
export interface JsonPatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  /** Absent and null differ. */
  readonly value?: unknown;
}

/**
 * Members of maps that `replace` and `copy` take: those that are there, or any: a replacement adds what is not there, and a
 * copy of it is null.
 */
export type PatchedMembers = 'present' | 'any';

export interface ParsedJsonPatch {
  readonly operations: readonly JsonPatchOperation[];
  /** For field validation: `json patch unknown field "[0].x"`, `json patch duplicate field "[0].op"`. */
  readonly problems: readonly string[];
}

const mostOperations = 10_000;
/** Bytes of JSON that all `copy` operations of one patch together may add. */
const mostCopied = 3 * 1024 * 1024;
/** Items of lists that all operations of one patch together may shift, by adding and removing in front of them. */
const mostShifted = 100_000_000;
const mostDepth = 256;
const knownFields: ReadonlySet<string> = new Set(['op', 'from', 'path', 'value']);

/**
 * Reads a patch document. Throws StatusError: 400 for what is no list of operations, 413 beyond 10,000 operations
 * and the values of a body.
 */
export function parseJsonPatch(bytes: Buffer | string): ParsedJsonPatch {
  const { value: read, duplicates } = readJson(bytes);
  // A patch of null is one without operations.
  const value = read ?? [];
  if (!Array.isArray(value)) throw badRequest('a JSON patch is a list of operations');
  if (value.length > mostOperations) {
    throw requestBeyondLimit(
      `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${value.length}`,
    );
  }
  const problems: string[] = [];
  const operations = value.map((item: unknown, index) => {
    if (!isRecord(item)) throw badRequest(`operation ${index} of the JSON patch is not an object`);
    for (const key of Object.keys(item)) {
      if (!knownFields.has(key)) problems.push(`json patch unknown field ${JSON.stringify(`[${index}].${key}`)}`);
    }
    return operationOf(item, index);
  });
  for (const path of duplicates) problems.push(`json patch duplicate field ${JSON.stringify(path)}`);
  return { operations, problems };
}

/**
 * The document after all operations. Throws StatusError 422 when one of them cannot be done (a place that does not exist,
 * a `test` that does not hold, more than 3 MiB copied or 100,000,000 items of lists shifted, a result nested deeper than a
 * body may be).
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly JsonPatchOperation[],
  members: PatchedMembers = 'present',
): unknown {
  const patching = new Patching(document, members);
  for (const operation of operations) patching.apply(operation);
  // Moves nest values in each other without end; what no body may hold, no patch may make: it could not be read back.
  checkDepth(patching.root, mostDepth);
  return patching.root;
}

function readJson(bytes: Buffer | string): ReturnType<typeof parseJson> {
  try {
    return parseJson(bytes, { maxDepth: mostDepth, maxValues: mostBodyValues });
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`error decoding patch: ${error.message}`);
    throw error instanceof TooManyValuesError ? requestBeyondLimit(error.message) : error;
  }
}

function operationOf(item: Record<string, unknown>, index: number): JsonPatchOperation {
  const text = (field: string): string | undefined => {
    const value = Object.hasOwn(item, field) ? item[field] : undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw badRequest(`field ${field} of operation ${index} of the JSON patch is not a string`);
  };
  const [op, path, from] = [text('op'), text('path'), text('from')];
  if (op === undefined || path === undefined) throw badRequest(`operation ${index} of the JSON patch lacks op or path`);
  return {
    op,
    path,
    ...(from === undefined ? {} : { from }),
    ...(Object.hasOwn(item, 'value') ? { value: item['value'] } : {}),
  };
}

type Container = Record<string, unknown> | unknown[];

class Patching {
  root: unknown;
  /** Containers made by this patch: they may be changed, all others are shared with the document or the patch. */
  readonly #own = new WeakSet<object>();
  #copied = 0;
  #shifted = 0;

  readonly #members: PatchedMembers;

  constructor(root: unknown, members: PatchedMembers) {
    this.root = root;
    this.#members = members;
  }

  apply(operation: JsonPatchOperation): void {
    const path = steps(operation.path);
    switch (operation.op) {
      case 'add':
        return this.#add(path, valueOf(operation), operation.path);
      case 'remove':
        this.#remove(path, operation.path);
        return undefined;
      case 'replace':
        return this.#replace(path, valueOf(operation), operation.path);
      case 'move':
        return this.#move(steps(fromOf(operation)), path, operation);
      case 'copy':
        return this.#add(path, this.#copy(this.#source(steps(fromOf(operation)), fromOf(operation))), operation.path);
      case 'test':
        if (isSame(this.#tested(path, operation.path), valueOf(operation))) return undefined;
        throw unprocessable(`testing value ${operation.path} failed: test failed`);
      default:
        throw unprocessable(`unexpected kind of JSON patch operation: ${operation.op}`);
    }
  }

  #add(path: readonly string[], value: unknown, place: string): void {
    const last = path.at(-1);
    if (last === undefined) {
      this.root = value;
      return;
    }
    const parent = this.#parent(path, place);
    if (Array.isArray(parent))
      this.#splice(parent, last === '-' ? parent.length : indexOf(last, parent.length, place), 0, value);
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
    if (Array.isArray(parent)) return this.#splice(parent, indexOf(last, parent.length - 1, place), 1);
    if (!Object.hasOwn(parent, last)) throw missing(place);
    const value = parent[last];
    delete parent[last];
    return value;
  }

  #replace(path: readonly string[], value: unknown, place: string): void {
    const last = path.at(-1);
    if (last === undefined) {
      this.root = value;
      return;
    }
    const parent = this.#parent(path, place);
    if (Array.isArray(parent)) parent[indexOf(last, parent.length - 1, place)] = value;
    else if (this.#members === 'any' || Object.hasOwn(parent, last)) assignKey(parent, last, value);
    else throw missing(place);
  }

  #move(from: readonly string[], to: readonly string[], operation: JsonPatchOperation): void {
    const inside = from.length < to.length && from.every((step, index) => step === to[index]);
    if (inside) throw unprocessable(`cannot move ${fromOf(operation)} into itself at ${operation.path}`);
    const value = this.#read(from, fromOf(operation));
    if (from.length === 0) return;
    this.#remove(from, fromOf(operation));
    this.#add(to, value, operation.path);
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

  /**
   * What a `test` compares. A member that is not there is null, beyond RFC 6902: clients that add the first finalizer, or
   * the first of anything, test that for null.
   */
  #tested(path: readonly string[], place: string): unknown {
    return this.#readOrNull(path, place);
  }

  #source(path: readonly string[], place: string): unknown {
    return this.#members === 'any' ? this.#readOrNull(path, place) : this.#read(path, place);
  }

  #readOrNull(path: readonly string[], place: string): unknown {
    const last = path.at(-1);
    if (last === undefined) return this.root;
    const parent = this.#read(path.slice(0, -1), place);
    return isRecord(parent) && !Object.hasOwn(parent, last) ? null : child(parent, last, place);
  }

  #read(path: readonly string[], place: string): unknown {
    let value = this.root;
    for (const step of path) value = child(value, step, place);
    return value;
  }

  /** The container that holds the last step, made the patch's own along the way. */
  #parent(path: readonly string[], place: string): Container {
    let parent = this.#owned(this.root, place);
    this.root = parent;
    for (const step of path.slice(0, -1)) {
      const owned = this.#owned(child(parent, step, place), place);
      if (Array.isArray(parent)) parent[Number(step)] = owned;
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

function steps(pointer: string): readonly string[] {
  const path = parsePointer(pointer);
  if (path === undefined) throw unprocessable(`not a JSON pointer: ${JSON.stringify(pointer)}`);
  return path;
}

function valueOf(operation: JsonPatchOperation): unknown {
  if (!Object.hasOwn(operation, 'value')) throw unprocessable(`operation ${operation.op} lacks a value`);
  return operation.value;
}

function fromOf(operation: JsonPatchOperation): string {
  if (operation.from === undefined) throw unprocessable(`operation ${operation.op} lacks from`);
  return operation.from;
}

function child(value: unknown, step: string, place: string): unknown {
  if (Array.isArray(value)) return value[indexOf(step, value.length - 1, place)];
  if (!isRecord(value) || !Object.hasOwn(value, step)) throw missing(place);
  return value[step];
}

function indexOf(step: string, largest: number, place: string): number {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : Number.NaN;
  if (!(index <= largest)) throw missing(place);
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
