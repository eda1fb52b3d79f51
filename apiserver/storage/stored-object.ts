// The stored form of an object: a binary head with two offsets, then its JSON without a resource version. Reads splice
// the version in at a known place and never parse (design, decision 3).

import { parseJson, stringifyJson } from '../../shared/codec/json.ts';
import type { ApiObject, ObjectMeta } from '../../shared/object/api-object.ts';
import type { Entry, Revision } from './store.ts';

/** An object's JSON with its version in place, as clients get it. */
export interface SplicedObject {
  readonly bytes: Buffer;
  /** Offset just after `"kind":…,"apiVersion":…,`. */
  readonly afterType: number;
  /** Offset of the first digit of the version. */
  readonly versionAt: number;
}

// Head: form (1 byte), commas (1), unused (2), offset after the type (4), offset of the version (4); offsets in the JSON.
const form = 1;
const headLength = 12;
export const newline = 0x0a;
const commaBefore = 1;
const commaAfter = 2;

/** The bytes to commit. A resource version in the object is left out. */
export function encodeStored(object: ApiObject): Buffer {
  const { kind, apiVersion, metadata, ...content } = object;
  const { name, generateName, namespace, uid, resourceVersion: _, ...others } = metadata;
  const type = `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
  const before = members({ name, generateName, namespace, uid });
  const after = members(others);
  const rest = members(content);
  const upToVersion = `${type}"metadata":{${before}`;
  const json = `${upToVersion}${before !== '' && after !== '' ? ',' : ''}${after}}${rest === '' ? '' : `,${rest}`}}`;
  const bytes = Buffer.allocUnsafe(headLength + Buffer.byteLength(json));
  bytes[0] = form;
  bytes[1] = (before === '' ? 0 : commaBefore) | (after === '' ? 0 : commaAfter);
  bytes.writeUInt16BE(0, 2);
  bytes.writeUInt32BE(Buffer.byteLength(type), 4);
  bytes.writeUInt32BE(Buffer.byteLength(upToVersion), 8);
  bytes.write(json, headLength);
  return bytes;
}

/**
 * The JSON of a stored value with the version spliced in. The result has memory of its own; `line`: a piece of Node's
 * pool, cheaper for what is soon gone, with a newline at the end.
 */
export function withRevision(value: Buffer, revision: Revision, memory: 'own' | 'line' = 'own'): SplicedObject {
  assertForm(value);
  const commas = value.readUInt8(1);
  const at = headLength + value.readUInt32BE(8);
  const before = (commas & commaBefore) !== 0 ? ',"resourceVersion":"' : '"resourceVersion":"';
  const after = (commas & commaBefore) === 0 && (commas & commaAfter) !== 0 ? '",' : '"';
  const inserted = `${before}${revision}${after}`;
  const length = value.length - headLength + inserted.length;
  const bytes = memory === 'own' ? Buffer.allocUnsafeSlow(length) : Buffer.allocUnsafe(length + 1);
  if (memory === 'line') bytes[length] = newline;
  value.copy(bytes, 0, headLength, at);
  bytes.write(inserted, at - headLength, 'latin1');
  value.copy(bytes, at - headLength + inserted.length, at);
  return { bytes, afterType: value.readUInt32BE(4), versionAt: at - headLength + before.length };
}

/** The same object at another revision. */
export function atRevision(object: SplicedObject, from: Revision, to: Revision): SplicedObject {
  const { bytes, afterType, versionAt } = object;
  const tail = bytes.subarray(versionAt + String(from).length);
  const head = bytes.subarray(0, versionAt);
  return { bytes: Buffer.concat([head, Buffer.from(String(to)), tail]), afterType, versionAt };
}

/** The object of a stored entry, with its version. */
export function decodeStored(entry: Entry): ApiObject {
  assertForm(entry.value);
  const object = parse(entry.value.toString('utf8', headLength));
  object.metadata.resourceVersion = String(entry.revision);
  return object;
}

/** The object of spliced bytes. */
export function decodeSpliced(bytes: Buffer): ApiObject {
  return parse(bytes.toString());
}

/** A JSON object's members without the braces; '' when it has none. */
function members(object: Record<string, unknown> | ObjectMeta): string {
  return stringifyJson(object).slice(1, -1);
}

/** Digits in a row that a double may not hold, where a number may begin; then the exact reader is needed. */
const longNumber = /(?:^|[\s:,[-])\d{16}/;

function parse(text: string): ApiObject {
  const value: unknown = longNumber.test(text) ? parseJson(text, { maxDepth: 1000 }).value : JSON.parse(text);
  return value as ApiObject;
}

function assertForm(value: Buffer): void {
  if (value.length <= headLength || value[0] !== form) throw new Error('a stored value has an unknown form');
}
