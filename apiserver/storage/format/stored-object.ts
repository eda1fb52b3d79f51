// The stored form of an object: a binary head with two offsets, then its JSON without a resource version. Reads splice
// the version in at a known place and never parse (design, decision 3).

import { parseJson, stringifyJson } from '../../../shared/codec/json/json.ts';
import type { ApiObject, ObjectMeta } from '../../../shared/object/api-object.ts';
import { type Entry, type Revision, UnreadableValueError } from '../contract/store.ts';

/** An object's JSON with its version in place, as clients get it. */
export interface EncodedObject {
  readonly bytes: Buffer;
  /** Offset just after `"kind":…,"apiVersion":…,`. */
  readonly afterType: number;
  /** Offset of the first digit of the version. */
  readonly versionAt: number;
  /** Bytes of the metadata; 0: they have to be looked for. */
  readonly metadataLength: number;
}

// Head: form (1 byte), commas (1), length of the metadata (2; 0: longer than that, or written before it was told), offset
// after the type (4), offset of the version (4); offsets in the JSON. Lengths and offsets follow from the JSON.
const form = 1;
const headLength = 12;
/** Bytes before the metadata, behind the type: `"metadata":`. */
export const metadataLead = 11;
const longestTold = 0xff_ff;
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
  const afterVersion = `${before !== '' && after !== '' ? ',' : ''}${after}}`;
  const json = `${upToVersion}${afterVersion}${rest === '' ? '' : `,${rest}`}}`;
  const bytes = Buffer.allocUnsafe(headLength + Buffer.byteLength(json));
  bytes[0] = form;
  bytes[1] = (before === '' ? 0 : commaBefore) | (after === '' ? 0 : commaAfter);
  const typeLength = Buffer.byteLength(type);
  const versionAt = Buffer.byteLength(upToVersion);
  const metadataLength = versionAt - typeLength - metadataLead + Buffer.byteLength(afterVersion);
  bytes.writeUInt16BE(metadataLength > longestTold ? 0 : metadataLength, 2);
  bytes.writeUInt32BE(typeLength, 4);
  bytes.writeUInt32BE(versionAt, 8);
  bytes.write(json, headLength);
  return bytes;
}

/** Whether two stored values hold the same object, written by whichever release. */
export function equalStored(left: Buffer, right: Buffer): boolean {
  return left.subarray(headLength).equals(right.subarray(headLength));
}

/**
 * The JSON of a stored value with the version spliced in. The result has memory of its own; `line`: a piece of Node's
 * pool, cheaper for what is soon gone, with a newline at the end.
 */
export function withRevision(value: Buffer, revision: Revision, memory: 'own' | 'line' = 'own'): EncodedObject {
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
  const told = value.readUInt16BE(2);
  return {
    bytes,
    afterType: value.readUInt32BE(4),
    versionAt: at - headLength + before.length,
    metadataLength: told === 0 ? 0 : told + inserted.length,
  };
}

/** The same object at another revision. */
export function atRevision(object: EncodedObject, from: Revision, to: Revision): EncodedObject {
  const { bytes, afterType, versionAt, metadataLength } = object;
  const tail = bytes.subarray(versionAt + String(from).length);
  const head = bytes.subarray(0, versionAt);
  const longer = String(to).length - String(from).length;
  return {
    bytes: Buffer.concat([head, Buffer.from(String(to)), tail]),
    afterType,
    versionAt,
    metadataLength: metadataLength === 0 ? 0 : metadataLength + longer,
  };
}

/** The object of a stored entry, with its version. Throws UnreadableValueError. */
export function decodeStored(entry: Entry): ApiObject {
  if (entry.fault !== undefined) throw entry.fault;
  try {
    assertForm(entry.value);
    const object = decodeJson(entry.value.toString('utf8', headLength));
    object.metadata.resourceVersion = String(entry.revision);
    return object;
  } catch {
    throw undecodable(entry.key);
  }
}

/** Without the error of the parser: its text may show what is stored. */
export function undecodable(key: string): UnreadableValueError {
  return new UnreadableValueError(key, 'undecodable', unknownForm);
}

/** The object of spliced bytes, as a text. */
export function decodeJson(text: string): ApiObject {
  return parseStored(text) as ApiObject;
}

/** A part of a stored object. */
export function parseStored(text: string): unknown {
  return mayHoldLongNumber(text) ? parseJson(text, { maxDepth: 1000 }).value : JSON.parse(text);
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** Bytes that are looked at first; most metadata is shorter. */
const firstWindow = 1024;

/** The length of the JSON object that begins at an offset. */
export function jsonLength(bytes: Buffer, start: number): number {
  // As a text: single bytes of memory that could be resized are slow to read.
  for (let window = firstWindow; ; window *= 4) {
    const length = closedAt(bytes.toString('latin1', start, start + window));
    if (length !== undefined) return length;
    if (start + window >= bytes.length) throw new RangeError('the metadata of a stored object has no end');
  }
}

/** The length of the JSON object that a text begins with; undefined: the text ends before it. */
function closedAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      at = closingQuote(text, at + 1);
      if (at === -1) return undefined;
    } else if (unit === openBrace) depth += 1;
    else if (unit === closeBrace) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Of a string whose first character is at `from`; -1: there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); ; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === backslash && before > from) before -= 1;
    if (at === -1 || (at - before) % 2 === 0) return at;
  }
}

/** A JSON object's members without the braces; '' when it has none. */
function members(object: Record<string, unknown> | ObjectMeta): string {
  return stringifyJson(object).slice(1, -1);
}

/** Digits in a row that a double may not hold, where a number may begin; then the exact reader is needed. */
const longNumber = /(?:^|[\s:,[-])\d{16}/;
const digitsOfLong = 16;
const zero = 0x30;
const nine = 0x39;

/** Checks every sixteenth place: each run of so many digits has one. */
function mayHoldLongNumber(text: string): boolean {
  for (let at = digitsOfLong - 1; at < text.length; at += digitsOfLong) {
    const unit = text.charCodeAt(at);
    if (unit <= nine && unit >= zero && digitsAround(text, at) >= digitsOfLong) return longNumber.test(text);
  }
  return false;
}

function digitsAround(text: string, at: number): number {
  let from = at;
  let to = at + 1;
  while (isDigit(text.charCodeAt(from - 1))) from -= 1;
  while (isDigit(text.charCodeAt(to))) to += 1;
  return to - from;
}

function isDigit(unit: number): boolean {
  return unit >= zero && unit <= nine;
}

const unknownForm = 'a stored value has an unknown form';

function assertForm(value: Buffer): void {
  if (value.length <= headLength || value[0] !== form) throw new Error(unknownForm);
}
