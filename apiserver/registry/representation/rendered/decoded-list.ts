// A list in a form that is made from decoded objects: CBOR, YAML and indented JSON. In CBOR only one object is decoded at a
// time, and a long list leaves the event loop to others between pieces; what people read is made at once.

import { setImmediate as turn } from 'node:timers/promises';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Resource } from '../../contract/resource.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { ListMeta } from '../output/list-meta.ts';
import { cborShell, encodeCborElement } from '../../../../shared/codec/cbor/cbor-encoder.ts';
import { hasTypedItems } from '../../contract/resource.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { render } from '../output/negotiated-output.ts';
import { partialOf } from './partial.ts';
import { rowOf, tableOf } from './table.ts';

/** What a list is in a form: all but its items, the member that holds them, and what an object becomes there. */
interface ListShape {
  readonly list: Readonly<Record<string, unknown>> & { readonly kind: string; readonly apiVersion: string };
  readonly member: 'items' | 'rows';
  readonly item: (object: ApiObject) => Readonly<Record<string, unknown>>;
}

/** Bytes after which others have their turn. */
const pieceBytes = 128 * 1024;

/** The shape of a list in the form that the client asked for. */
function listShapeOf(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  metadata: ListMeta,
): ListShape {
  const { transform } = form.representation;
  if (transform?.kind === 'Table') {
    return {
      list: { ...tableOf(parts, resource, form, [], metadata) },
      member: 'rows',
      item: (object) => ({ ...rowOf(parts, resource, form, object) }),
    };
  }
  if (transform !== undefined) {
    const apiVersion = parts.vendor.fill(`meta.{api}/${transform.version}`);
    return {
      list: { kind: 'PartialObjectMetadataList', apiVersion, metadata, items: [] },
      member: 'items',
      item: (object) => ({ ...partialOf(parts.vendor, object, transform.version) }),
    };
  }
  const apiVersion = apiVersionOf(resource.group, resource.version);
  return {
    list: { kind: resource.listKind ?? `${resource.kind}List`, apiVersion, metadata, items: [] },
    member: 'items',
    item: hasTypedItems(resource) ? (object) => object : ({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest,
  };
}

/** Rejects when the signal aborts. */
export async function decodedList(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  metadata: ListMeta,
  objects: Iterable<ApiObject>,
  signal: AbortSignal,
): Promise<{ readonly parts: readonly Buffer[]; readonly length: number }> {
  const shape = listShapeOf(parts, resource, form, metadata);
  if (form.representation.format === 'cbor') return cborList(shape, objects, signal);
  const body = render(form, { ...shape.list, [shape.member]: Array.from(objects, (object) => shape.item(object)) });
  return { parts: [body], length: body.length };
}

async function cborList(
  { list, member, item }: ListShape,
  objects: Iterable<ApiObject>,
  signal: AbortSignal,
): Promise<{ readonly parts: readonly Buffer[]; readonly length: number }> {
  const pieces: Buffer[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let count = 0;
  for (const object of objects) {
    const bytes = encodeCborElement(item(object));
    held.push(bytes);
    heldBytes += bytes.length;
    count += 1;
    if (heldBytes < pieceBytes) continue;
    pieces.push(Buffer.concat(held));
    held = [];
    heldBytes = 0;
    await turn();
    signal.throwIfAborted();
  }
  if (held.length > 0) pieces.push(Buffer.concat(held));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { head, tail } = cborShell(list, member, count);
  const all = pieces.length < 2 ? [Buffer.concat([head, ...pieces, tail])] : [head, ...pieces, tail];
  return { parts: all, length: head.length + length + tail.length };
}
