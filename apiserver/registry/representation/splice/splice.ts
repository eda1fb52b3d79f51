// Which forms are put together from what is kept of each object: plain JSON, only the metadata, a table, protobuf. Indented
// JSON, YAML and CBOR are made from decoded objects instead.

import type { Resource } from '../../contract/resource.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Item, SplicedForm } from './spliced-form.ts';
import { PlainJson } from './plain-json.ts';
import { SplicedMetadata } from './spliced-metadata.ts';
import { SplicedProtobuf, SplicedProtobufMetadata } from './spliced-protobuf.ts';
import { SplicedTable } from './spliced-table.ts';

/** Undefined: the form has to be made from decoded objects. */
export function splicedFormOf(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
): SplicedForm | undefined {
  const { format, pretty, transform } = form.representation;
  if (format === 'protobuf') {
    return transform === undefined
      ? new SplicedProtobuf(form.protobuf, resource)
      : new SplicedProtobufMetadata(form.protobuf, parts.vendor, transform.version);
  }
  if (format !== 'json' || pretty) return undefined;
  if (transform === undefined) return new PlainJson(resource);
  if (transform.kind === 'Table') return new SplicedTable(parts, resource, form, 'columns');
  return new SplicedMetadata(parts.vendor, transform.version);
}

/** An item between other bytes. */
export function bytesOf(before: Buffer, item: Item, after: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(before.length + item.itemLength + after.length);
  bytes.set(before);
  item.writeItem(bytes, before.length);
  bytes.set(after, before.length + item.itemLength);
  return bytes;
}
