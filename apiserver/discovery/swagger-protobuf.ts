// The older schema document as a protobuf message: the form in which the command line client reads it. The messages are
// those of the public definition `openapi.v2.Document`; only the members that our documents have are listed.

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { OlderForm } from './older-form.ts';

/** How the value of a member is written. `Any` values are written as YAML text; JSON is valid YAML. */
type Form =
  | 'text'
  | 'texts'
  | 'flag'
  | 'integer'
  | 'double'
  | 'yaml'
  | 'yamls'
  /** Texts in a message of their own. */
  | 'wrapped texts'
  | { readonly message: MessageName }
  | 'parameters'
  /** A schema (1), or a flag (2). */
  | { readonly schemaOrFlag: true }
  /** A message inside other messages, which have it under these numbers, outermost first. */
  | { readonly message: MessageName; readonly inside: readonly number[] }
  /** A map: a message whose member `at` repeats names (1) and values (2), the values inside further messages. */
  | { readonly named: MessageName; readonly at: number; readonly inside: readonly number[] };

interface Message {
  readonly members: Readonly<Record<string, readonly [number: number, form: Form]>>;
  /** Where members whose name begins with `x-` are written. */
  readonly extensions?: number;
}

type MessageName =
  | 'document'
  | 'info'
  | 'path'
  | 'operation'
  | 'body'
  | 'query'
  | 'place'
  | 'response'
  | 'schema'
  | 'externalDocs';

const operation = { message: 'operation' } as const;

const messages: Readonly<Record<MessageName, Message>> = {
  document: {
    members: {
      swagger: [1, 'text'],
      info: [2, { message: 'info' }],
    },
  },
  info: { members: { title: [1, 'text'], version: [2, 'text'] } },
  path: {
    members: {
      get: [2, operation],
      put: [3, operation],
      post: [4, operation],
      delete: [5, operation],
      options: [6, operation],
      head: [7, operation],
      patch: [8, operation],
      parameters: [9, 'parameters'],
    },
  },
  operation: {
    members: {
      tags: [1, 'texts'],
      description: [3, 'text'],
      operationId: [5, 'text'],
      produces: [6, 'texts'],
      consumes: [7, 'texts'],
      parameters: [8, 'parameters'],
      responses: [9, { named: 'response', at: 1, inside: [1] }],
      schemes: [10, 'texts'],
    },
    extensions: 13,
  },
  body: { members: { name: [2, 'text'], in: [3, 'text'], required: [4, 'flag'], schema: [5, { message: 'schema' }] } },
  query: {
    members: {
      required: [1, 'flag'],
      in: [2, 'text'],
      description: [3, 'text'],
      name: [4, 'text'],
      type: [6, 'text'],
      uniqueItems: [20, 'flag'],
    },
  },
  place: {
    members: {
      required: [1, 'flag'],
      in: [2, 'text'],
      description: [3, 'text'],
      name: [4, 'text'],
      type: [5, 'text'],
      uniqueItems: [19, 'flag'],
    },
  },
  response: { members: { description: [1, 'text'], schema: [2, { message: 'schema', inside: [1] }] } },
  schema: {
    members: {
      $ref: [1, 'text'],
      format: [2, 'text'],
      title: [3, 'text'],
      description: [4, 'text'],
      default: [5, 'yaml'],
      multipleOf: [6, 'double'],
      maximum: [7, 'double'],
      exclusiveMaximum: [8, 'flag'],
      minimum: [9, 'double'],
      exclusiveMinimum: [10, 'flag'],
      maxLength: [11, 'integer'],
      minLength: [12, 'integer'],
      pattern: [13, 'text'],
      maxItems: [14, 'integer'],
      minItems: [15, 'integer'],
      uniqueItems: [16, 'flag'],
      maxProperties: [17, 'integer'],
      minProperties: [18, 'integer'],
      required: [19, 'texts'],
      enum: [20, 'yamls'],
      additionalProperties: [21, { schemaOrFlag: true }],
      type: [22, 'wrapped texts'],
      items: [23, { message: 'schema', inside: [1] }],
      properties: [25, { named: 'schema', at: 1, inside: [] }],
      externalDocs: [29, { message: 'externalDocs' }],
      example: [30, 'yaml'],
    },
    extensions: 31,
  },
  externalDocs: { members: { description: [1, 'text'], url: [2, 'text'] } },
};

/** By the place of a parameter (`in`): its message, and the numbers of the fields that the message is nested in. */
const parameterMessages: Readonly<Record<string, { readonly name: MessageName; readonly inside: readonly number[] }>> =
  {
    body: { name: 'body', inside: [1, 1] },
    query: { name: 'query', inside: [1, 2, 3] },
    path: { name: 'place', inside: [1, 2, 4] },
  };

type Values = Readonly<Record<string, unknown>>;

/** The protobuf form, put together from entries of its maps. */
export const swaggerProtobuf: OlderForm = {
  contentType: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  path: (path, item) => Buffer.from(map(maps.paths, { [path]: item })),
  definition: (name, type) => Buffer.from(map(maps.definitions, { [name]: type })),
  whole(info, paths, definitions) {
    const writer = new BinaryWriter();
    writer.raw(encode('document', { swagger: '2.0', info }));
    nested(writer, 8, Buffer.concat(paths));
    nested(writer, 9, Buffer.concat(definitions));
    return Buffer.from(writer.finish());
  },
};

const maps = {
  paths: { named: 'path', at: 2, inside: [] },
  definitions: { named: 'schema', at: 1, inside: [] },
} as const;

/** Throws TypeError for a member that the table does not know: the document and the table have come apart. */
function encode(name: MessageName, values: Values): Uint8Array {
  const { members, extensions } = messages[name];
  const writer = new BinaryWriter();
  for (const [key, value] of Object.entries(values)) {
    const member = members[key];
    if (member !== undefined) writeMember(writer, member[0], member[1], value);
    else if (extensions !== undefined && key.startsWith('x-')) nested(writer, extensions, named(key, any(value)));
    else throw new TypeError(`${name}.${key} has no place in the protobuf form of the schema document`);
  }
  return writer.finish();
}

function writeMember(writer: BinaryWriter, number: number, form: Form, value: unknown): void {
  if (form === 'text') text(writer, number, value as string);
  else if (form === 'texts') for (const entry of value as readonly string[]) text(writer, number, entry);
  else if (form === 'flag') writer.tag(number, WireType.Varint).bool(value === true);
  else if (form === 'integer') writer.tag(number, WireType.Varint).int64(Math.trunc(value as number));
  else if (form === 'double') writer.tag(number, WireType.Bit64).double(value as number);
  else if (form === 'yaml') nested(writer, number, any(value));
  else if (form === 'yamls') for (const entry of value as readonly unknown[]) nested(writer, number, any(entry));
  else if (form === 'wrapped texts') nested(writer, number, textMessage(1, value as string));
  else if (form === 'parameters')
    for (const entry of value as readonly Values[]) nested(writer, number, parameter(entry));
  else if ('schemaOrFlag' in form) nested(writer, number, schemaOrFlag(value as Values | boolean));
  else if ('named' in form) nested(writer, number, map(form, value as Readonly<Record<string, Values>>));
  else nested(writer, number, wrapped('inside' in form ? form.inside : [], encode(form.message, value as Values)));
}

function schemaOrFlag(value: Values | boolean): Uint8Array {
  if (typeof value !== 'boolean') return wrapped([1], encode('schema', value));
  return new BinaryWriter().tag(2, WireType.Varint).bool(value).finish();
}

function map(
  { named: name, at, inside }: Extract<Form, { readonly named: MessageName }>,
  entries: Readonly<Record<string, Values>>,
): Uint8Array {
  const writer = new BinaryWriter();
  for (const [key, value] of Object.entries(entries))
    nested(writer, at, named(key, wrapped(inside, encode(name, value))));
  return writer.finish();
}

function parameter(values: Values): Uint8Array {
  const message = parameterMessages[String(values['in'])];
  if (message === undefined) throw new TypeError(`a parameter stands in ${String(values['in'])}`);
  return wrapped(message.inside, encode(message.name, values));
}

function named(name: string, value: Uint8Array): Uint8Array {
  const writer = new BinaryWriter();
  text(writer, 1, name);
  nested(writer, 2, value);
  return writer.finish();
}

function any(value: unknown): Uint8Array {
  return textMessage(2, JSON.stringify(value));
}

function textMessage(number: number, value: string): Uint8Array {
  const writer = new BinaryWriter();
  text(writer, number, value);
  return writer.finish();
}

function wrapped(numbers: readonly number[], message: Uint8Array): Uint8Array {
  return numbers.toReversed().reduce((inner, number) => {
    const writer = new BinaryWriter();
    nested(writer, number, inner);
    return writer.finish();
  }, message);
}

function text(writer: BinaryWriter, number: number, value: string): void {
  writer.tag(number, WireType.LengthDelimited).string(value);
}

function nested(writer: BinaryWriter, number: number, message: Uint8Array): void {
  writer.tag(number, WireType.LengthDelimited).bytes(message);
}
