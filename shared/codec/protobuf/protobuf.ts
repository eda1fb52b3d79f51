// The binary form of objects: four magic bytes, then one `Unknown` message that names the kind and holds the object's own
// message; and the frames of a watch in that form (requirements WATCH).

import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { StructSchema } from '../../schema/schema.ts';
import { ProtobufError, decodeMessage, reading } from './protobuf-decoder.ts';
import { MessageEncoder } from './protobuf-encoder.ts';
import { MessagePlans } from './protobuf-plan.ts';
import { BackwardWriter } from './protobuf-writer.ts';

export { ProtobufError } from './protobuf-decoder.ts';

/** Fixed under every vendor. */
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
/** Of the items in every list, and of the object in its envelope. */
const elementNumber = 2;

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
  /**
   * An object without its kind and version as field 2, which is how a list holds its items, and how an envelope ends; one
   * character for each byte. The object is as it was stored, or metadata of one.
   */
  element(object: Record<string, unknown>, schema: StructSchema): string;
  /** What comes before the element of an object in its envelope. */
  envelope(apiVersion: string, kind: string): Buffer;
  /**
   * The beginning of a list, up to its items, which take `length` bytes; `object` is the list without them. Throws TypeError
   * for a kind that is no list.
   */
  listHead(object: Record<string, unknown>, list: StructSchema, length: number): Buffer;
  /** What comes before an envelope of `length` bytes in a frame of a watch. */
  watchHead(type: string, length: number): Buffer;
  /** One frame of a watch around an object already in its envelope. */
  watchFrame(type: string, object: Buffer): Buffer;
}

export function createProtobufCodec(): ProtobufCodec {
  const plans = new MessagePlans();
  const encoder = new MessageEncoder(plans);
  const writer = new BackwardWriter();
  return {
    encode(object, schema) {
      const message = encoder.encode(object, schema);
      return Buffer.concat([envelopeHead(writer, object, message.length), message]);
    },
    element: (object, schema) => encoder.encodeField(elementNumber, object, schema),
    envelope: (apiVersion, kind) => envelopeStart(writer, apiVersion, kind),
    listHead(object, list, length) {
      assertList(list);
      const message = encoder.encode(object, list);
      return Buffer.concat([envelopeHead(writer, object, message.length + length), message]);
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
    watchHead: (type, length) => watchHead(writer, type, length),
    watchFrame: (type, object) => Buffer.concat([watchHead(writer, type, object.length), object]),
  };
}

/** All of an envelope but the object's message, which takes `length` bytes and comes last. */
function envelopeHead(writer: BackwardWriter, object: Record<string, unknown>, length: number): Buffer {
  writer.head(elementNumber, length);
  const element = writer.finish();
  return Buffer.concat([envelopeStart(writer, textOf(object, 'apiVersion'), textOf(object, 'kind')), element]);
}

function envelopeStart(writer: BackwardWriter, apiVersion: string, kind: string): Buffer {
  writer.text(2, kind);
  writer.text(1, apiVersion);
  writer.delimited(1, 0);
  return Buffer.concat([magic, writer.finish()]);
}

/** Four bytes of length, then an event: its type, and the object in a message of its own. */
function watchHead(writer: BackwardWriter, type: string, length: number): Buffer {
  writer.head(1, length);
  writer.head(2, writer.length + length);
  writer.text(1, type);
  const event = writer.finish();
  const head = Buffer.allocUnsafe(4 + event.length);
  head.writeUInt32BE(event.length + length);
  head.set(event, 4);
  return head;
}

/** Items are the last field of a list, so that all else comes before them. */
function assertList(list: StructSchema): void {
  const field = list.fields.get('items');
  if (field?.numbers[0] !== elementNumber || field.schema.type !== 'list' || field.schema.items.type !== 'struct') {
    throw new TypeError(`${list.name} is no list of objects`);
  }
}

interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/** Content encoding and type of the envelope are ignored, as by all other readers. */
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
