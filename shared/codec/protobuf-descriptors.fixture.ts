// The built-in kinds as descriptors of another protobuf library, made of the numbers in their schemas, and objects as the
// JSON that this library reads. What it writes and reads is the measure of our own encoder and decoder.

import { create, createFileRegistry, type DescMessage, type JsonValue } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { parseGoDuration } from '../object/duration.ts';
import { parseTime } from '../object/time.ts';
import type { Schema, StructSchema } from '../schema/schema.ts';
import { stringifyJson } from './json.ts';
import { type MessageMember, type MessagePlan, MessagePlans } from './protobuf-plan.ts';

type PlainType = 'string' | 'int32' | 'int64' | 'bool' | 'double' | 'bytes';

const plain: ReadonlyMap<string, Type> = new Map<PlainType, Type>([
  ['string', Type.STRING],
  ['int32', Type.INT32],
  ['int64', Type.INT64],
  ['bool', Type.BOOL],
  ['double', Type.DOUBLE],
  ['bytes', Type.BYTES],
]);

/** Messages that stand for one value of JSON: the types of their fields 1, 2, .... */
const wrappers: ReadonlyMap<string, readonly PlainType[]> = new Map<string, readonly PlainType[]>([
  ['time', ['int64', 'int32']],
  ['microTime', ['int64', 'int32']],
  ['duration', ['int64']],
  ['quantity', ['string']],
  ['intOrString', ['int64', 'int32', 'string']],
  ['raw', ['bytes']],
]);

/** Descriptors of structs and of all they lead to, by struct name. Fields are named by their numbers: `f1`, `f2`. */
export class Descriptors {
  readonly #plans = new MessagePlans();
  readonly #messages = new Map<string, DescriptorProto>();
  readonly #structs = new Set<StructSchema>();

  constructor(structs: Iterable<StructSchema>) {
    for (const [name, types] of wrappers) {
      this.#messages.set(
        name,
        message(
          name,
          types.map((type, index) => field(index + 1, { type: plain.get(type) })),
        ),
      );
    }
    for (const struct of structs) this.#struct(struct);
  }

  /** Finds the descriptor of a struct. */
  finder(): (struct: StructSchema) => DescMessage {
    const registry = createFileRegistry(
      create(FileDescriptorSetSchema, {
        file: [{ name: 'all.proto', syntax: 'proto2', package: 'all', messageType: [...this.#messages.values()] }],
      }),
    );
    return (struct) => {
      const found = registry.getMessage(`all.${nameOf(struct)}`);
      if (found === undefined) throw new TypeError(struct.name);
      return found;
    };
  }

  #struct(struct: StructSchema): string {
    const name = nameOf(struct);
    if (!this.#structs.has(struct)) {
      this.#structs.add(struct);
      this.#plan(name, this.#plans.of(struct));
    }
    return name;
  }

  #plan(name: string, plan: MessagePlan): void {
    const nested: DescriptorProto[] = [];
    const fields = [...plan.members].map(([number, member]) => this.#member(name, number, member, nested));
    this.#messages.set(name, message(name, fields, nested));
  }

  #member(
    owner: string,
    number: number,
    member: MessageMember,
    nested: DescriptorProto[],
  ): DescriptorProto['field'][0] {
    if (member.kind === 'inlined') {
      const name = `${owner}_${number}`;
      this.#plan(name, member.plan);
      return field(number, typed(name));
    }
    const { schema } = member.field;
    if (schema.type === 'map') {
      const entry = `F${number}Entry`;
      const parts = [field(1, { type: Type.STRING }), field(2, this.#typeOf(schema.values))];
      parts.forEach((part, index) => {
        part.name = index === 0 ? 'key' : 'value';
      });
      nested.push(create(DescriptorProtoSchema, { name: entry, field: parts, options: { mapEntry: true } }));
      return field(number, { ...typed(`${owner}.${entry}`), label: Label.REPEATED });
    }
    if (schema.type === 'list' && schema.messageNumber === undefined) {
      return field(number, { ...this.#typeOf(schema.items), label: Label.REPEATED });
    }
    return field(number, this.#typeOf(schema));
  }

  #typeOf(schema: Schema): { type: Type; typeName?: string } {
    const type = plain.get(schema.type);
    if (type !== undefined) return { type };
    if (schema.type === 'struct') return typed(this.#struct(schema));
    if (schema.type === 'raw' && schema.variant !== undefined) return typed(this.#struct(schema.variant.message));
    if (schema.type !== 'list') return typed(schema.type);
    const items = this.#typeOf(schema.items);
    const name = `List_${items.typeName?.replaceAll('.', '_') ?? String(items.type)}`;
    const repeated = field(schema.messageNumber ?? 1, { ...items, label: Label.REPEATED });
    this.#messages.set(name, message(name, [repeated]));
    return typed(name);
  }
}

function message(name: string, fields: DescriptorProto['field'], nestedType: DescriptorProto[] = []): DescriptorProto {
  return create(DescriptorProtoSchema, { name, field: fields, nestedType });
}

function field(
  number: number,
  rest: { type: Type | undefined; typeName?: string; label?: Label },
): DescriptorProto['field'][0] {
  const name = `f${number}`;
  return {
    ...create(DescriptorProtoSchema, { field: [{ name, jsonName: name, number, label: Label.OPTIONAL }] }).field[0],
    ...rest,
  } as DescriptorProto['field'][0];
}

function typed(name: string): { type: Type; typeName: string } {
  return { type: Type.MESSAGE, typeName: `.all.${name}` };
}

function nameOf(struct: StructSchema): string {
  return struct.name.replaceAll(/\W/g, '_');
}

/** An object of a struct in the JSON of the other library; it leaves out what has no bytes. */
export function foreignJson(object: Readonly<Record<string, unknown>>, struct: StructSchema): JsonValue {
  return ofPlan(object, new MessagePlans().of(struct)) ?? {};
}

type Json = { [key: string]: JsonValue };

function ofPlan(object: Readonly<Record<string, unknown>>, plan: MessagePlan): Json | undefined {
  const result: Json = {};
  for (const [number, member] of plan.members) {
    const key = `f${number}`;
    if (member.kind === 'inlined') {
      const inner = ofPlan(object, member.plan);
      if (inner !== undefined) result[key] = inner;
      continue;
    }
    const { name, schema, pointer } = member.field;
    const value = object[name];
    const zero = value === '' || value === 0 || value === false || value === 0n;
    if (
      value === undefined ||
      value === null ||
      (zero && !pointer && schema.type !== 'bytes' && plain.has(schema.type))
    )
      continue;
    if (schema.type === 'map') {
      const entries = Object.entries(value).map(([each, item]) => [each, ofValue(item, schema.values)] as const);
      result[key] = Object.fromEntries(entries);
    } else if (schema.type === 'list' && schema.messageNumber === undefined) {
      result[key] = (value as unknown[]).map((item) => ofValue(item, schema.items));
    } else if (!zero || pointer || plain.has(schema.type)) {
      result[key] = ofValue(value, schema);
    }
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

function ofValue(value: unknown, schema: Schema): JsonValue {
  switch (schema.type) {
    case 'struct':
      return ofPlan((value ?? {}) as Record<string, unknown>, new MessagePlans().of(schema)) ?? {};
    case 'list':
      return { [`f${schema.messageNumber}`]: ((value ?? []) as unknown[]).map((item) => ofValue(item, schema.items)) };
    case 'map':
      throw new TypeError('a map within a list or map');
    case 'raw':
      return schema.variant === undefined ? { f1: base64(stringifyJson(value)) } : ofVariant(value, schema.variant);
    case 'quantity':
      return value === '' ? {} : { f1: value as string };
    case 'duration':
      return { f1: String(Math.round((parseGoDuration(value as string) ?? 0) * 1e6)) };
    case 'intOrString':
      return typeof value === 'string' ? { f1: '1', f2: 0, f3: value } : { f1: '0', f2: value as number, f3: '' };
    case 'time':
    case 'microTime':
      return value === null ? {} : ofTime(value as string);
    case 'int64':
      return String(value);
    case 'bytes':
      return (value ?? '') as string;
    case 'string':
    case 'int32':
    case 'bool':
    case 'double':
      return value as JsonValue;
  }
}

function ofVariant(value: unknown, { form, message: struct }: { form: string; message: StructSchema }): JsonValue {
  const [first, second] = [...struct.fields.values()];
  if (first === undefined || second === undefined) throw new TypeError('a variant of two forms');
  const [firstKey, secondKey] = [`f${first.numbers[0]}`, `f${second.numbers[0]}`];
  if (form === 'bool') {
    if (typeof value === 'boolean') return { [firstKey]: value };
    return { [firstKey]: true, [secondKey]: ofValue(value, second.schema) };
  }
  if (!Array.isArray(value)) return { [firstKey]: ofValue(value, first.schema) };
  if (second.schema.type !== 'list') throw new TypeError('a variant without a list');
  const { items } = second.schema;
  return { [secondKey]: value.map((item: unknown) => ofValue(item, items)) };
}

function ofTime(text: string): JsonValue {
  const micros = Math.round((parseTime(text) ?? 0) * 1000);
  const seconds = Math.floor(micros / 1e6);
  return { f1: String(seconds), f2: (micros - seconds * 1e6) * 1000 };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
