// Protobuf as the verbs use it: objects, lists and metadata by the kind they name themselves, and watch frames.

import type { Schemas } from '../../../../shared/schema/builtin.ts';
import type { StructSchema } from '../../../../shared/schema/schema.ts';
import type { ListMeta } from './list-meta.ts';
import { createProtobufCodec } from '../../../../shared/codec/protobuf/protobuf.ts';
import { parseGroupVersion } from '../../../../shared/object/group-version.ts';
import { decodeObject } from '../../../../shared/schema/decode.ts';

export interface ProtobufCodec {
  /** An object in its envelope. Throws TypeError for a kind without a protobuf form: a defect of the caller. */
  encode(object: Readonly<Record<string, unknown>>): Buffer;
  /**
   * An object, or metadata of one, as a list holds it and as its envelope ends; one character for each byte. It is one that
   * was stored, which has the form in which objects are encoded. Throws TypeError as `encode` does.
   */
  element(apiVersion: string, kind: string, object: Readonly<Record<string, unknown>>): string;
  /** What comes before an element in the envelope of an object. */
  envelope(apiVersion: string, kind: string): Buffer;
  /** What comes before elements of so many bytes in the envelope of a list; `list` is the list without its items. */
  listHead(list: ListHead, length: number): Buffer;
  /** The JSON value of an envelope. Throws ProtobufError for other bytes. */
  decode(bytes: Buffer, maxValues?: number): Record<string, unknown>;
  /** What comes before an envelope of so many bytes in a frame of a watch. */
  watchHead(type: string, length: number): Buffer;
  /** A frame of a watch around an object that is not stored. */
  frame(type: string, object: Readonly<Record<string, unknown>>): Buffer;
}

export interface ListHead {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ListMeta;
}

export function makeProtobufCodec(schemas: Schemas): ProtobufCodec {
  const codec = createProtobufCodec();
  const find = (apiVersion: string, kind: string): StructSchema | undefined => {
    const gv = parseGroupVersion(apiVersion);
    const own = gv === undefined ? undefined : schemas.kind(gv.group, gv.version, kind);
    return own ?? schemas.type(`meta/v1.${kind}`);
  };
  const mustFind = (apiVersion: unknown, kind: unknown): StructSchema => {
    const schema = typeof apiVersion === 'string' && typeof kind === 'string' ? find(apiVersion, kind) : undefined;
    if (schema === undefined) throw new TypeError(`no schema of ${String(kind)} in ${String(apiVersion)}`);
    return schema;
  };
  const encode = (object: Readonly<Record<string, unknown>>): Buffer => {
    const { apiVersion, kind } = object;
    const schema = mustFind(apiVersion, kind);
    return codec.encode({ ...decodeObject(object, schema).object, apiVersion, kind }, schema);
  };
  return {
    encode,
    element: (apiVersion, kind, object) => codec.element(object, mustFind(apiVersion, kind)),
    envelope: (apiVersion, kind) => codec.envelope(apiVersion, kind),
    listHead({ apiVersion, kind, metadata }, length) {
      const schema = mustFind(apiVersion, kind);
      const { object } = decodeObject({ apiVersion, kind, metadata, items: [] }, schema);
      return codec.listHead({ ...object, apiVersion, kind }, schema, length);
    },
    watchHead: (type, length) => codec.watchHead(type, length),
    decode: (bytes, maxValues) => codec.decode(bytes, find, maxValues),
    frame: (type, object) => codec.watchFrame(type, encode(object)),
  };
}
