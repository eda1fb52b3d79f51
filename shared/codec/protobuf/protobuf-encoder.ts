// Objects as protobuf messages, by the numbers of their schema. Takes objects in the form in which `decodeObject` makes
// them. Zero values of fields that are no pointers are left out: absent and zero are one to every reader. A message is
// written from its last field to its first (`protobuf-writer.ts`); readers see the fields in ascending order.

import { parseGoDuration } from '../../object/duration.ts';
import { parseInstant } from '../../object/time.ts';
import type { Field, RawSchema, ScalarSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { stringifyJson } from '../json/json.ts';
import type { MessagePlan, MessagePlans } from './protobuf-plan.ts';
import { BackwardWriter } from './protobuf-writer.ts';

export class MessageEncoder {
  readonly #writer = new BackwardWriter();
  readonly #plans: MessagePlans;

  constructor(plans: MessagePlans) {
    this.#plans = plans;
  }

  /** `object` as one message without an envelope. */
  encode(object: Record<string, unknown>, schema: StructSchema): Buffer {
    return this.#finished(() => {
      this.#message(object, this.#plans.of(schema));
      return this.#writer.finish();
    });
  }

  /** The same as the field of this number; one character for each byte. */
  encodeField(number: number, object: Record<string, unknown>, schema: StructSchema): string {
    return this.#finished(() => {
      this.#message(object, this.#plans.of(schema));
      this.#writer.delimited(number, 0);
      return this.#writer.finishText();
    });
  }

  #finished<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      this.#writer.reset();
      throw error;
    }
  }

  #message(object: Record<string, unknown>, { backwards }: MessagePlan): void {
    for (const { number, member } of backwards) {
      if (member.kind === 'inlined') {
        const before = this.#writer.length;
        this.#message(object, member.plan);
        // Written only when something is in it.
        if (this.#writer.length > before) this.#writer.delimited(number, before);
        continue;
      }
      const { field } = member;
      const value = object[field.name];
      if (value !== undefined && value !== null && Object.hasOwn(object, field.name)) this.#field(number, value, field);
    }
  }

  #field(number: number, value: unknown, field: Field): void {
    const { schema } = field;
    if (schema.type === 'map') {
      const entries = Object.entries(value as Record<string, unknown>);
      for (let at = entries.length - 1; at >= 0; at -= 1) {
        const [key, item] = entries[at] as [string, unknown];
        this.#entry(number, key, item, schema.values);
      }
    } else if (schema.type === 'list' && schema.messageNumber === undefined) {
      this.#items(number, value as unknown[], schema.items);
    } else if (field.pointer || schema.type === 'bytes' || !isZero(value, schema)) {
      // Bytes have a presence of their own: none at all is null.
      this.#value(number, value, schema);
    }
  }

  #items(number: number, items: readonly unknown[], schema: Schema): void {
    for (let at = items.length - 1; at >= 0; at -= 1) this.#value(number, items[at], schema);
  }

  /** A map is a repeated message of key 1 and value 2. */
  #entry(number: number, key: string, value: unknown, schema: Schema): void {
    const before = this.#writer.length;
    if (value !== null) this.#value(2, value, schema);
    this.#writer.text(1, key);
    this.#writer.delimited(number, before);
  }

  #value(number: number, value: unknown, schema: Schema): void {
    const before = this.#writer.length;
    switch (schema.type) {
      case 'struct':
        this.#message((value ?? {}) as Record<string, unknown>, this.#plans.of(schema));
        break;
      case 'list':
        this.#items(schema.messageNumber ?? 1, value as unknown[], schema.items);
        break;
      case 'raw':
        this.#raw(value, schema);
        break;
      case 'map':
        throw new TypeError('a map has no place in a list or a map');
      case 'time':
      case 'microTime':
      case 'duration':
      case 'quantity':
      case 'intOrString':
        this.#wrapped(value, schema.type);
        break;
      case 'string':
      case 'bytes':
      case 'bool':
      case 'int32':
      case 'int64':
      case 'double':
        this.#scalar(number, value, schema.type);
        return;
    }
    this.#writer.delimited(number, before);
  }

  #scalar(number: number, value: unknown, type: ScalarSchema['type']): void {
    const writer = this.#writer;
    if (type === 'string') writer.text(number, value as string);
    else if (type === 'bytes') writer.base64(number, value as string);
    else if (type === 'bool') writer.integer(number, value === true ? 1 : 0);
    else if (type === 'double') writer.double(number, value as number);
    else writer.integer(number, value as number | bigint);
  }

  /** Values that are texts in JSON and messages here. */
  #wrapped(value: unknown, type: ScalarSchema['type']): void {
    if (type === 'quantity') this.#writer.text(1, value as string);
    else if (type === 'duration') this.#duration(value as string);
    else if (type === 'intOrString') this.#intOrString(value as string | number);
    else this.#time(value as string | null);
  }

  #intOrString(value: string | number): void {
    const isText = typeof value === 'string';
    this.#writer.text(3, isText ? value : '');
    this.#writer.integer(2, isText ? 0 : value);
    this.#writer.integer(1, isText ? 1 : 0);
  }

  #duration(text: string): void {
    this.#writer.integer(1, BigInt(Math.round((parseGoDuration(text) ?? 0) * 1e6)));
  }

  /** The zero time is an empty message. */
  #time(text: string | null): void {
    const time = text === null ? undefined : parseInstant(text);
    if (time === undefined) return;
    this.#writer.integer(2, time.micros * 1000);
    this.#writer.integer(1, time.seconds);
  }

  #raw(value: unknown, schema: RawSchema): void {
    if (schema.variant === undefined) {
      this.#writer.text(1, stringifyJson(value));
      return;
    }
    const { form, message } = schema.variant;
    const [first, second] = [...message.fields.values()];
    const [single, other] = form === 'bool' ? [second, first] : [first, second];
    if (typeof value !== 'boolean') {
      const field = Array.isArray(value) ? other : single;
      if (field !== undefined && value !== null && value !== undefined) {
        this.#field(field.numbers[0] ?? 0, value, field);
      }
    }
    if (form === 'bool') this.#writer.integer(1, value === false ? 0 : 1);
  }
}

/** Whether the value is what an absent field reads as. Where a field holds a number or a text, that is the number. */
function isZero(value: unknown, { type }: Schema): boolean {
  return (value === '' && type !== 'intOrString') || value === 0 || value === false || value === 0n;
}
