// The envelope of objects in protobuf: four magic bytes and one message.

import type { Exchange } from '../exchange/exchange.ts';
import { bytesField, type Fields, fieldsOf, messageOf, textField } from '../format/protobuf-fields.ts';
import { expectEqual } from './value.ts';

/** The content of an envelope. */
export interface Envelope {
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** The encoded object. */
  readonly object: Fields;
  readonly contentEncoding: string | undefined;
  readonly contentType: string | undefined;
}

const magic = Buffer.from('6b387300', 'hex');

/** Opens the envelope in the body of a response. */
export function expectEnvelope(exchange: Exchange): Envelope {
  return openEnvelope(`body of ${exchange.title}`, exchange.body);
}

/** Opens an envelope from any source. */
export function openEnvelope(what: string, bytes: Uint8Array): Envelope {
  expectEqual(`first bytes of ${what}`, Buffer.from(bytes.slice(0, 4)).toString('hex'), magic.toString('hex'));
  const unknown = fieldsOf(what, bytes.slice(4));
  const typeMeta = fieldsOf(`type in ${what}`, bytesField(unknown, 1));
  return {
    apiVersion: textField(typeMeta, 1),
    kind: textField(typeMeta, 2),
    object: fieldsOf(`object in ${what}`, bytesField(unknown, 2)),
    contentEncoding: textField(unknown, 3),
    contentType: textField(unknown, 4),
  };
}

/** Wraps an encoded object in an envelope; `contentType` is the type that it names. */
export function envelopeOf(apiVersion: string, kind: string, object: Uint8Array, contentType?: string): Uint8Array {
  const typeMeta = messageOf([
    [1, apiVersion],
    [2, kind],
  ]);
  const fields: (readonly [number, string | Uint8Array])[] = [
    [1, typeMeta],
    [2, object],
  ];
  if (contentType !== undefined) fields.push([4, contentType]);
  return new Uint8Array(Buffer.concat([magic, messageOf(fields)]));
}
