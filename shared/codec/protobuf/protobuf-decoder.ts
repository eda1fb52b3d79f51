// Protobuf messages as the JSON values that stand for them; `decodeObject` then checks and canonicalises these like any
// other. Fields the schema does not know are skipped, as the wire format demands. Depth is bounded, and every length is
// checked against the bytes that are there.

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { formatGoDuration } from '../../object/duration.ts';
import { assignKey } from '../../schema/assign-key.ts';
import type { RawSchema, ScalarSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { parseJson } from '../json/json.ts';
import type { MessagePlan, MessagePlans } from './protobuf-plan.ts';
import { TooManyValuesError, ValueCount } from '../limit/value-limit.ts';

/** Bytes that are no message of the schema. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

type Message = Record<string, unknown>;

/** Scalars that are no messages. */
type PlainScalar = 'string' | 'bytes' | 'bool' | 'int32' | 'int64' | 'double';

const mostDepth = 256;

/** Decodes one message without an envelope. `maxValues`: fields and items. Throws ProtobufError and TooManyValuesError. */
export function decodeMessage(
  bytes: Uint8Array,
  schema: StructSchema,
  plans: MessagePlans,
  maxValues = Number.POSITIVE_INFINITY,
): Message {
  return reading(() => new Decoder(plans, new ValueCount(maxValues)).struct(bytes, schema));
}

/** Runs a reader, whose own errors become ProtobufError. */
export function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtobufError || error instanceof TooManyValuesError || !(error instanceof Error)) throw error;
    throw new ProtobufError(`proto: ${error.message}`, { cause: error });
  }
}

class Decoder {
  readonly #plans: MessagePlans;
  readonly #values: ValueCount;
  #depth = 0;

  constructor(plans: MessagePlans, values: ValueCount) {
    this.#plans = plans;
    this.#values = values;
  }

  struct(bytes: Uint8Array, schema: StructSchema): Message {
    this.#depth += 1;
    if (this.#depth > mostDepth) throw new ProtobufError(`proto: exceeded max depth of ${mostDepth}`);
    const result: Message = {};
    this.#message(bytes, this.#plans.of(schema), result);
    // Empty lists and zero values have no bytes: a required field that is absent was given as null.
    for (const field of schema.fields.values()) {
      if (field.required && !Object.hasOwn(result, field.name)) assignKey(result, field.name, null);
    }
    this.#depth -= 1;
    return result;
  }

  #message(bytes: Uint8Array, plan: MessagePlan, result: Message): void {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      this.#values.add();
      const member = plan.members.get(number);
      if (member === undefined) reader.skip(wire, number);
      else if (member.kind === 'inlined') this.#message(lengthDelimited(reader, wire), member.plan, result);
      else this.#field(reader, wire, member.field.name, member.field.schema, result);
    }
  }

  #field(reader: BinaryReader, wire: WireType, name: string, schema: Schema, result: Message): void {
    const present = Object.hasOwn(result, name) ? result[name] : undefined;
    if (schema.type === 'map') {
      const map = (present ?? {}) as Message;
      this.#entry(lengthDelimited(reader, wire), schema.values, map);
      assignKey(result, name, map);
    } else if (schema.type === 'list' && schema.messageNumber === undefined) {
      const list = (present ?? []) as unknown[];
      if (wire === WireType.LengthDelimited && isPackable(schema.items))
        this.#packed(reader.bytes(), schema.items, list);
      else list.push(this.#value(reader, wire, schema.items));
      assignKey(result, name, list);
    } else {
      assignKey(result, name, this.#value(reader, wire, schema));
    }
  }

  #entry(bytes: Uint8Array, schema: Schema, map: Message): void {
    const reader = new BinaryReader(bytes);
    let key = '';
    let value: unknown = null;
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      this.#values.add();
      if (number === 1 && wire === WireType.LengthDelimited) key = reader.string();
      else if (number === 2) value = this.#value(reader, wire, schema);
      else reader.skip(wire, number);
    }
    assignKey(map, key, value);
  }

  #packed(bytes: Uint8Array, schema: Schema, list: unknown[]): void {
    const reader = new BinaryReader(bytes);
    const wire = schema.type === 'double' ? WireType.Bit64 : WireType.Varint;
    while (reader.pos < reader.len) {
      this.#values.add();
      list.push(this.#value(reader, wire, schema));
    }
  }

  #value(reader: BinaryReader, wire: WireType, schema: Schema): unknown {
    switch (schema.type) {
      case 'struct':
        return this.struct(lengthDelimited(reader, wire), schema);
      case 'list':
        return this.#alias(lengthDelimited(reader, wire), schema.messageNumber ?? 1, schema.items);
      case 'raw':
        return this.#raw(lengthDelimited(reader, wire), schema);
      case 'map':
        throw new TypeError('a map has no place in a list or a map');
      case 'time':
      case 'microTime':
      case 'duration':
      case 'quantity':
      case 'intOrString':
        return wrapped(lengthDelimited(reader, wire), schema.type);
      case 'string':
      case 'bytes':
      case 'bool':
      case 'int32':
      case 'int64':
      case 'double':
        return scalar(reader, wire, schema.type);
    }
  }

  #alias(bytes: Uint8Array, repeated: number, items: Schema): unknown[] {
    const reader = new BinaryReader(bytes);
    const list: unknown[] = [];
    while (reader.pos < reader.len) {
      const [number, wire] = reader.tag();
      this.#values.add();
      if (number === repeated) list.push(this.#value(reader, wire, items));
      else reader.skip(wire, number);
    }
    return list;
  }

  #raw(bytes: Uint8Array, schema: RawSchema): unknown {
    if (schema.variant === undefined) {
      const text = numbered(bytes).get(1);
      if (!(text instanceof Uint8Array) || text.length === 0) return null;
      return parseJson(Buffer.from(text), { values: this.#values }).value;
    }
    const { form, message } = schema.variant;
    const fields = this.struct(bytes, message);
    const [first = '', second = ''] = [...message.fields.keys()];
    if (form === 'bool') return fields[second] ?? fields[first] ?? false;
    return fields[first] ?? fields[second] ?? null;
  }
}

function isPackable(schema: Schema): boolean {
  return schema.type === 'int32' || schema.type === 'int64' || schema.type === 'bool' || schema.type === 'double';
}

function lengthDelimited(reader: BinaryReader, wire: WireType): Uint8Array {
  expectWire(wire, WireType.LengthDelimited);
  return reader.bytes();
}

function expectWire(given: WireType, expected: WireType): void {
  if (given !== expected) throw new ProtobufError(`proto: wrong wire type ${given}, expected ${expected}`);
}

function scalar(reader: BinaryReader, wire: WireType, type: PlainScalar): unknown {
  switch (type) {
    case 'string':
      expectWire(wire, WireType.LengthDelimited);
      return reader.string();
    case 'double':
      expectWire(wire, WireType.Bit64);
      return reader.double();
    case 'bytes':
      return Buffer.from(lengthDelimited(reader, wire)).toString('base64');
    case 'bool':
      expectWire(wire, WireType.Varint);
      return reader.bool();
    case 'int32':
      expectWire(wire, WireType.Varint);
      return reader.int32();
    case 'int64':
      expectWire(wire, WireType.Varint);
      return integer(reader.int64());
  }
}

function integer(value: bigint | string): number | bigint {
  const exact = BigInt(value);
  return exact >= BigInt(Number.MIN_SAFE_INTEGER) && exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact;
}

function wrapped(bytes: Uint8Array, type: ScalarSchema['type']): unknown {
  const fields = numbered(bytes);
  const whole = (number: number): bigint => {
    const value = fields.get(number) ?? 0n;
    if (typeof value !== 'bigint') throw new ProtobufError('proto: wrong wire type, expected a number');
    return value;
  };
  const text = (number: number): string => {
    const value = fields.get(number) ?? new Uint8Array();
    if (typeof value === 'bigint') throw new ProtobufError('proto: wrong wire type, expected a text');
    return Buffer.from(value).toString('utf8');
  };
  if (type === 'quantity') return text(1);
  if (type === 'duration') return formatGoDuration(Number(whole(1)) / 1e6);
  if (type === 'intOrString') return whole(1) === 1n ? text(3) : Number(BigInt.asIntN(32, whole(2)));
  return timeText(whole(1), whole(2), type === 'microTime');
}

/** Seconds and nanoseconds as RFC 3339; no time at all is null. */
function timeText(seconds: bigint, nanos: bigint, micro: boolean): string | null {
  if (seconds === 0n && nanos === 0n) return null;
  const date = new Date(Number(seconds) * 1000);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999) || nanos < 0n || nanos >= 1_000_000_000n)
    throw new ProtobufError('proto: not a time');
  const fraction = micro ? `.${String(nanos / 1000n).padStart(6, '0')}` : '';
  return `${date.toISOString().slice(0, 19)}${fraction}Z`;
}

/** The last value of every number of a message of numbers and bytes. */
function numbered(bytes: Uint8Array): Map<number, bigint | Uint8Array> {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, bigint | Uint8Array>();
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (wire === WireType.Varint) fields.set(number, BigInt(reader.int64()));
    else if (wire === WireType.LengthDelimited) fields.set(number, reader.bytes());
    else reader.skip(wire, number);
  }
  return fields;
}
