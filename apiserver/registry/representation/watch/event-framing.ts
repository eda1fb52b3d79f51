// The frame of an event in each format: a JSON document and a newline, protobuf with a length prefix, or a CBOR sequence item.

import type { CachedObject } from '../../../storage/contract/resource-cache.ts';
import type { MessageKind } from '../../contract/resource-handler.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { Item } from '../splice/spliced-form.ts';
import type { EventType } from './event-type.ts';
import { encodeCbor } from '../../../../shared/codec/cbor/cbor-encoder.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { bytesOf } from '../splice/splice.ts';

/** Puts an object, as a value or as ready bytes, into an event of a type. */
export interface Framing {
  readonly contentType: string;
  /** How a frame goes through a WebSocket. */
  readonly message: MessageKind;
  value(type: string, object: Readonly<Record<string, unknown>>): Buffer;
  /** Around an object in its form. */
  item(type: string, object: Item): Buffer;
}

const lead = new Map<string, Buffer>(
  ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => [
    type,
    Buffer.from(`{"type":"${type}","object":`),
  ]),
);
/** What stands behind it. */
export const jsonEnd = Buffer.from('}\n');
const nothing = Buffer.alloc(0);

/** What stands before the JSON of an object. */
export function jsonLead(type: EventType): Buffer {
  return lead.get(type) ?? jsonEnd;
}

/** An event of JSON that is there. */
export function jsonFrame(type: string, object: Buffer): Buffer {
  return Buffer.concat([lead.get(type) ?? jsonEnd, object, jsonEnd]);
}

/** One frame behind the other; each object is copied once. */
export function jsonFrames(type: EventType, objects: readonly CachedObject[]): Buffer {
  const before = lead.get(type) ?? jsonEnd;
  let length = objects.length * (before.length + jsonEnd.length);
  for (const object of objects) length += object.size;
  const frames = Buffer.allocUnsafe(length);
  let at = 0;
  for (const object of objects) {
    frames.set(before, at);
    object.write(frames, at + before.length);
    at += before.length + object.size;
    frames.set(jsonEnd, at);
    at += jsonEnd.length;
  }
  return frames;
}

export function framingOf({ representation, protobuf }: NegotiatedOutput): Framing {
  if (representation.format === 'protobuf') {
    return {
      contentType: `${representation.contentType};stream=watch`,
      message: 'delimited',
      value: (type, object) => protobuf.frame(type, object),
      item: (type, object) => bytesOf(protobuf.watchHead(type, object.itemLength), object, nothing),
    };
  }
  if (representation.format === 'cbor') {
    return {
      contentType: `${representation.contentType}-seq`,
      message: 'binary',
      value: (type, object) => encodeCbor({ type, object }),
      item() {
        throw new TypeError('CBOR is made from decoded objects');
      },
    };
  }
  return {
    contentType: representation.contentType,
    message: 'text',
    value: (type, object) => jsonFrame(type, Buffer.from(stringifyJson(object))),
    item: (type, object) => bytesOf(lead.get(type) ?? jsonEnd, object, jsonEnd),
  };
}
