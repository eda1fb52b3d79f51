// Objects as protobuf messages, by the numbers of their schema. Takes objects in the form in which `decodeObject` makes
// them. Zero values of fields that are no pointers are left out: absent and zero are one to every reader.

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { parseGoDuration } from '../object/duration.ts';
import { parseTime } from '../object/time.ts';
import type { Field, RawSchema, ScalarSchema, Schema, StructSchema } from '../schema/schema.ts';
import { stringifyJson } from './json.ts';
import type { MessagePlan, MessagePlans } from './protobuf-plan.ts';

/** Encodes `object` as one message without an envelope. */
export function encodeMessage(object: Record<string, unknown>, schema: StructSchema, plans: MessagePlans): Uint8Array {
  const writer = new BinaryWriter();
  new Encoder(writer, plans).message(object, plans.of(schema));
  return writer.finish();
}

class Encoder {
  readonly #writer: BinaryWriter;
  readonly #plans: MessagePlans;

  constructor(writer: BinaryWriter, plans: MessagePlans) {
    this.#writer = writer;
    this.#plans = plans;
  }

  message(object: Record<string, unknown>, plan: MessagePlan): void {
    for (const [number, member] of plan.members) {
      if (member.kind === 'inlined') this.#inlined(number, object, member.plan);
      else if (Object.hasOwn(object, member.field.name)) this.#field(number, object[member.field.name], member.field);
    }
  }

  /** Written only when something is in it. */
  #inlined(number: number, object: Record<string, unknown>, plan: MessagePlan): void {
    const inner = new BinaryWriter();
    new Encoder(inner, this.#plans).message(object, plan);
    const bytes = inner.finish();
    if (bytes.length > 0) this.#writer.tag(number, WireType.LengthDelimited).bytes(bytes);
  }

  #field(number: number, value: unknown, field: Field): void {
    const { schema } = field;
    if (value === null || value === undefined) return;
    if (schema.type === 'map') {
      for (const [key, item] of Object.entries(value)) this.#entry(number, key, item, schema.values);
    } else if (schema.type === 'list' && schema.messageNumber === undefined) {
      for (const item of value as unknown[]) this.#value(number, item, schema.items);
    } else if (field.pointer || schema.type === 'bytes' || !isZeroScalar(value)) {
      // Bytes have a presence of their own: none at all is null.
      this.#value(number, value, schema);
    }
  }

  /** A map is a repeated message of key 1 and value 2. */
  #entry(number: number, key: string, value: unknown, schema: Schema): void {
    this.#nested(number, () => {
      this.#writer.tag(1, WireType.LengthDelimited).string(key);
      if (value !== null) this.#value(2, value, schema);
    });
  }

  #value(number: number, value: unknown, schema: Schema): void {
    switch (schema.type) {
      case 'struct':
        this.#nested(number, () => this.message((value ?? {}) as Record<string, unknown>, this.#plans.of(schema)));
        return;
      case 'list':
        this.#nested(number, () => {
          for (const item of value as unknown[]) this.#value(schema.messageNumber ?? 1, item, schema.items);
        });
        return;
      case 'raw':
        this.#nested(number, () => this.#raw(value, schema));
        return;
      case 'map':
        throw new TypeError('a map has no place in a list or a map');
      case 'time':
      case 'microTime':
      case 'duration':
      case 'quantity':
      case 'intOrString':
        this.#nested(number, () => this.#wrapped(value, schema.type));
        return;
      case 'string':
      case 'bytes':
      case 'bool':
      case 'int32':
      case 'int64':
      case 'double':
        this.#scalar(number, value, schema.type);
    }
  }

  #scalar(number: number, value: unknown, type: ScalarSchema['type']): void {
    const writer = this.#writer;
    if (type === 'string') writer.tag(number, WireType.LengthDelimited).string(value as string);
    else if (type === 'bytes')
      writer.tag(number, WireType.LengthDelimited).bytes(Buffer.from(value as string, 'base64'));
    else if (type === 'bool') writer.tag(number, WireType.Varint).bool(value as boolean);
    else if (type === 'int32') writer.tag(number, WireType.Varint).int32(value as number);
    else if (type === 'double') writer.tag(number, WireType.Bit64).double(value as number);
    else writer.tag(number, WireType.Varint).int64(BigInt(value as number | bigint));
  }

  /** Values that are texts in JSON and messages here. */
  #wrapped(value: unknown, type: ScalarSchema['type']): void {
    if (type === 'quantity') this.#scalar(1, value, 'string');
    else if (type === 'duration') this.#duration(value as string);
    else if (type === 'intOrString') this.#intOrString(value as string | number);
    else this.#time(value as string | null);
  }

  #intOrString(value: string | number): void {
    const isText = typeof value === 'string';
    this.#scalar(1, isText ? 1 : 0, 'int64');
    this.#scalar(2, isText ? 0 : value, 'int32');
    this.#scalar(3, isText ? value : '', 'string');
  }

  #duration(text: string): void {
    this.#scalar(1, BigInt(Math.round((parseGoDuration(text) ?? 0) * 1e6)), 'int64');
  }

  /** The zero time is an empty message. */
  #time(text: string | null): void {
    const time = text === null ? undefined : parseTime(text);
    if (time === undefined) return;
    const seconds = Math.floor(time / 1000);
    this.#scalar(1, seconds, 'int64');
    this.#scalar(2, Math.round((time - seconds * 1000) * 1000) * 1000, 'int32');
  }

  #raw(value: unknown, schema: RawSchema): void {
    if (schema.variant === undefined) {
      this.#scalar(1, Buffer.from(stringifyJson(value)).toString('base64'), 'bytes');
      return;
    }
    const { form, message } = schema.variant;
    const [first, second] = [...message.fields.values()];
    const [single, other] = form === 'bool' ? [second, first] : [first, second];
    if (form === 'bool') this.#scalar(1, value !== false, 'bool');
    if (typeof value === 'boolean') return;
    const field = Array.isArray(value) ? other : single;
    if (field !== undefined) this.#field(field.numbers[0] ?? 0, value, field);
  }

  #nested(number: number, write: () => void): void {
    this.#writer.tag(number, WireType.LengthDelimited).fork();
    write();
    this.#writer.join();
  }
}

function isZeroScalar(value: unknown): boolean {
  return value === '' || value === 0 || value === false || value === 0n;
}
