// Protobuf as the verbs use it: objects, lists and metadata by the kind they name themselves, and watch frames.

import type { Schemas } from '../../../shared/schema/builtin.ts';
import type { StructSchema } from '../../../shared/schema/schema.ts';
import { createProtobufCodec } from '../../../shared/codec/protobuf.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';

export interface ProtobufForm {
  /** An object in its envelope. Throws TypeError for a kind without a protobuf form: a defect of the caller. */
  encode(object: Readonly<Record<string, unknown>>): Buffer;
  /** How a list is written item by item. Throws TypeError for what is no kind of lists with a protobuf form. */
  list(apiVersion: string, kind: string): ProtobufList;
  /** The JSON value of an envelope. Throws ProtobufError for other bytes. */
  decode(bytes: Buffer, maxValues?: number): Record<string, unknown>;
  frame(type: string, object: Readonly<Record<string, unknown>>): Buffer;
}

/** A list in its envelope, in pieces. */
export interface ProtobufList {
  /** The object is one that was stored, or metadata of one. */
  item(object: Readonly<Record<string, unknown>>): Buffer;
  /** What comes before the items, which take `length` bytes. `list` is the list without them. */
  head(list: Readonly<Record<string, unknown>>, length: number): Buffer;
}

export function makeProtobufForm(schemas: Schemas): ProtobufForm {
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
    list(apiVersion, kind) {
      const schema = mustFind(apiVersion, kind);
      return {
        // What is stored was decoded by its schema when it was written.
        item: (object) => codec.listItem(object, schema),
        head: (list, length) =>
          codec.listHead({ ...decodeObject(list, schema).object, apiVersion, kind }, schema, length),
      };
    },
    decode: (bytes, maxValues) => codec.decode(bytes, find, maxValues),
    frame: (type, object) => codec.watchFrame(type, encode(object)),
  };
}
