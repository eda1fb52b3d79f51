// Errors in every format that resources have. An error is never a Table or partial metadata. If the client accepts no format
// for it, the error is sent as JSON, because it must reach the client in any case.

import { encodeCbor } from '../../../shared/codec/cbor/cbor-encoder.ts';
import { type Format, contentTypeOf, negotiateResponse } from '../../../shared/codec/negotiation/negotiate.ts';
import { toYaml } from '../../../shared/codec/yaml/yaml-writer.ts';
import { type Status, StatusError } from '../../../shared/object/status-error.ts';
import type { Schemas } from '../../../shared/schema/builtin.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { makeProtobufCodec } from '../../registry/representation/output/protobuf-codec.ts';
import { type EncodeStatus, statusJson } from './respond-error.ts';

/** `cbor`: whether CBOR is offered. */
export function statusEncoder(vendor: Vendor, schemas: Schemas, cbor: boolean): EncodeStatus {
  const protobuf = makeProtobufCodec(schemas);
  const formats: readonly Format[] = cbor ? ['json', 'yaml', 'protobuf', 'cbor'] : ['json', 'yaml', 'protobuf'];
  return (status, accept, pretty) => {
    const format = formatOf(vendor, formats, accept);
    if (format === undefined) return undefined;
    return { contentType: contentTypeOf(format, vendor), body: bodyOf(format, status, pretty) };
  };

  function bodyOf(format: Format, status: Status, pretty: boolean): Buffer {
    const value = { ...status };
    if (format === 'yaml') return Buffer.from(toYaml(value));
    if (format === 'protobuf') return protobuf.encode(value);
    return format === 'cbor' ? encodeCbor(value) : statusJson(status, pretty);
  }
}

/** Who watches asks for sequences; an error that comes before the first event is one item. */
function formatOf(vendor: Vendor, formats: readonly Format[], accept: string): Format | undefined {
  const single = accept.replaceAll(/application\/cbor-seq/gi, 'application/cbor');
  try {
    return negotiateResponse(single, { vendor, formats, allowTable: false, allowPartial: false }).format;
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}
