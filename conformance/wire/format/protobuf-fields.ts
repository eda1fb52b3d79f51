// The part of protobuf that cases need: the fields of a message by number, and messages of strings and messages. It
// knows no schema.

import { ExpectationFailed } from '../contract/failure.ts';

/** Values of each field number in order: numbers, or the bytes of strings and messages. */
export type Fields = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

/** Splits a message into fields. Throws ExpectationFailed, naming `what`, for malformed bytes. */
export function fieldsOf(what: string, bytes: Uint8Array): Fields {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw malformed(what, 'bytes that end within a number');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformed(what, 'a number without end');
  };
  const taken = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw malformed(what, 'a length beyond the end');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const wire = Number(tag & 7n);
    const value = wire === 0 ? varint() : taken(wire === 2 ? Number(varint()) : fixedLength(what, wire));
    const number = Number(tag >> 3n);
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

/** The string in a field; undefined if absent. */
export function textField(fields: Fields, number: number): string | undefined {
  const value = fields.get(number)?.at(-1);
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : undefined;
}

/** The number in a field; 0 if absent. */
export function countField(fields: Fields, number: number): number {
  const value = fields.get(number)?.at(-1);
  return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : 0;
}

/** The bytes of a field; empty if absent. */
export function bytesField(fields: Fields, number: number): Uint8Array {
  const value = fields.get(number)?.at(-1);
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** A value of a field to encode: a string, a message, a non-negative integer, or a fraction. */
export type FieldValue = string | Uint8Array | number | bigint | { readonly double: number };

/** Encodes a message. */
export function messageOf(fields: readonly (readonly [number, FieldValue])[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number' || typeof value === 'bigint')
      return Buffer.from([...varintBytes(number << 3), ...varintBytes(value)]);
    if (typeof value === 'object' && 'double' in value) {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(value.double);
      return Buffer.concat([Buffer.from(varintBytes((number << 3) | 1)), bytes]);
    }
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([...varintBytes((number << 3) | 2), ...varintBytes(bytes.length)]), bytes]);
  });
  return new Uint8Array(Buffer.concat(parts));
}

function varintBytes(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

function fixedLength(what: string, wire: number): number {
  if (wire === 1) return 8;
  if (wire === 5) return 4;
  throw malformed(what, `wire type ${wire}`);
}

function malformed(what: string, got: string): ExpectationFailed {
  return new ExpectationFailed(what, 'a protobuf message', got);
}
