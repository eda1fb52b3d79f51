// The binary form of objects: four magic bytes, then one `Unknown` message that names the kind and holds the object's own
// message; and the frames of a watch in that form (wire section 2.4).

import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { StructSchema } from '../schema/schema.ts';
import { ProtobufError, decodeMessage, reading } from './protobuf-decoder.ts';
import { encodeMessage } from './protobuf-encoder.ts';
import { MessagePlans } from './protobuf-plan.ts';

export { ProtobufError } from './protobuf-decoder.ts';

/** Fixed under every vendor. */
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** Finds the schema of the kind that an envelope names. Undefined: no such kind, or one without a protobuf form. */
export type FindKind = (apiVersion: string, kind: string) => StructSchema | undefined;

export interface ProtobufCodec {
  /** The object in its envelope; apiVersion and kind are taken from it. The object is as `decodeObject` makes it. */
  encode(object: Record<string, unknown>, schema: StructSchema): Buffer;
  /**
   * The JSON value of an envelope, apiVersion and kind included, not yet decoded by the schema. Throws ProtobufError for
   * other bytes and for kinds that are not found, TooManyValuesError for one of more than `maxValues` (default: any number).
   */
  decode(bytes: Buffer, find: FindKind, maxValues?: number): Record<string, unknown>;
  /** An element of the list `items` of a kind of lists, as it lies in the list's message. */
  listItem(object: Record<string, unknown>, list: StructSchema): Buffer;
  /** The beginning of a list, up to its elements, which take `length` bytes; `object` is the list without them. */
  listHead(object: Record<string, unknown>, list: StructSchema, length: number): Buffer;
  /** One frame of a watch around an object already in its envelope. */
  watchFrame(type: string, object: Buffer): Buffer;
}

export function createProtobufCodec(): ProtobufCodec {
  const plans = new MessagePlans();
  return {
    encode(object, schema) {
      const message = encodeMessage(object, schema, plans);
      return Buffer.concat([envelopeHead(object, message.length), message]);
    },
    listItem(object, list) {
      const { number, schema } = itemsOf(list);
      const message = encodeMessage(object, schema, plans);
      return Buffer.from(new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(message).finish());
    },
    listHead(object, list, length) {
      const message = encodeMessage(object, list, plans);
      return Buffer.concat([envelopeHead(object, message.length + length), message]);
    },
    decode(bytes, find, maxValues) {
      const { apiVersion, kind, raw } = reading(() => openEnvelope(bytes));
      const schema = find(apiVersion, kind);
      if (schema === undefined)
        throw new ProtobufError(
          `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
        );
      return { ...decodeMessage(raw, schema, plans, maxValues), apiVersion, kind };
    },
    watchFrame(type, object) {
      const writer = new BinaryWriter();
      writer.tag(1, WireType.LengthDelimited).string(type);
      writer.tag(2, WireType.LengthDelimited).fork();
      writer.tag(1, WireType.LengthDelimited).bytes(object).join();
      const event = writer.finish();
      const frame = Buffer.allocUnsafe(4 + event.length);
      frame.writeUInt32BE(event.length);
      frame.set(event, 4);
      return frame;
    },
  };
}

/** All of an envelope but the object's message, which takes `length` bytes and comes last. */
function envelopeHead(object: Record<string, unknown>, length: number): Buffer {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(textOf(object, 'apiVersion'));
  writer.tag(2, WireType.LengthDelimited).string(textOf(object, 'kind'));
  writer.join();
  writer.tag(2, WireType.LengthDelimited).uint32(length);
  return Buffer.concat([magic, writer.finish()]);
}

/** Number and schema of the elements of a list. They are its last field, so that all else comes before them. */
function itemsOf(list: StructSchema): { readonly number: number; readonly schema: StructSchema } {
  const field = list.fields.get('items');
  const [number] = field?.numbers ?? [];
  if (number === undefined || field?.schema.type !== 'list' || field.schema.items.type !== 'struct') {
    throw new TypeError(`${list.name} is no list of objects`);
  }
  return { number, schema: field.schema.items };
}

interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/** Content encoding and type of the envelope are not looked at, as readers have always done. */
function openEnvelope(bytes: Buffer): Envelope {
  if (!bytes.subarray(0, 4).equals(magic))
    throw new ProtobufError('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
  const reader = new BinaryReader(bytes.subarray(4));
  let typeMeta: { apiVersion: string; kind: string } = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array();
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === 1 && wire === WireType.LengthDelimited) typeMeta = readTypeMeta(reader.bytes());
    else if (number === 2 && wire === WireType.LengthDelimited) raw = reader.bytes();
    else reader.skip(wire, number);
  }
  return { ...typeMeta, raw };
}

function readTypeMeta(bytes: Uint8Array): { apiVersion: string; kind: string } {
  const reader = new BinaryReader(bytes);
  const found = { apiVersion: '', kind: '' };
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === 1 && wire === WireType.LengthDelimited) found.apiVersion = reader.string();
    else if (number === 2 && wire === WireType.LengthDelimited) found.kind = reader.string();
    else reader.skip(wire, number);
  }
  return found;
}

function textOf(object: Record<string, unknown>, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}
