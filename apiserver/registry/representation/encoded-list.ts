// A list in a form that is made from the objects, item by item: only one object is decoded at a time, and a long list leaves
// the event loop to others between pieces. The bytes are those of the whole list encoded at once.

import { setImmediate as turn } from 'node:timers/promises';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { RepresentationParts } from './representation-parts.ts';
import type { Resource } from '../resource.ts';
import type { Form } from './form.ts';
import type { ListMeta } from './list-meta.ts';
import { cborShell, encodeCborElement } from '../../../shared/codec/cbor-encoder.ts';
import { stringifyJson } from '../../../shared/codec/json.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { partialOf } from './partial.ts';
import { rowOf, tableOf } from './table.ts';

/** What a list is in a form: all but its items, the member that holds them, and what an object becomes there. */
export interface ListShape {
  readonly list: Readonly<Record<string, unknown>> & { readonly kind: string; readonly apiVersion: string };
  readonly member: 'items' | 'rows';
  item(object: ApiObject): Readonly<Record<string, unknown>>;
}

/** Bytes after which others have their turn. */
const pieceBytes = 128 * 1024;
const comma = Buffer.from(',');
const nothing = Buffer.alloc(0);

/** The shape of a list in the form that the client asked for. */
export function listShapeOf(parts: RepresentationParts, resource: Resource, form: Form, metadata: ListMeta): ListShape {
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
    list: { kind: `${resource.kind}List`, apiVersion, metadata, items: [] },
    member: 'items',
    item: ({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest,
  };
}

/** Encodes a list in JSON on one line, protobuf or CBOR. Rejects when the signal aborts. */
export async function encodedList(
  form: Form,
  shape: ListShape,
  objects: Iterable<ApiObject>,
  signal: AbortSignal,
): Promise<{ readonly parts: readonly Buffer[]; readonly length: number }> {
  const encoding = encodingOf(form, shape);
  const pieces: Buffer[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let count = 0;
  for (const object of objects) {
    if (count > 0) held.push(encoding.separator);
    const bytes = encoding.item(shape.item(object));
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
  const { head, tail } = encoding.around(count, length);
  const parts = pieces.length < 2 ? [Buffer.concat([head, ...pieces, tail])] : [head, ...pieces, tail];
  return { parts, length: head.length + length + tail.length };
}

interface Encoding {
  readonly separator: Buffer;
  item(value: Readonly<Record<string, unknown>>): Buffer;
  /** What stands before and after so many items of so many bytes. */
  around(count: number, length: number): { readonly head: Buffer; readonly tail: Buffer };
}

function encodingOf({ representation, protobuf }: Form, { list, member }: ListShape): Encoding {
  if (representation.format === 'protobuf') {
    const made = protobuf.list(list.apiVersion, list.kind);
    return {
      separator: nothing,
      item: (value) => made.item(value),
      around: (_count, length) => ({ head: made.head(list, length), tail: nothing }),
    };
  }
  if (representation.format === 'cbor') {
    return { separator: nothing, item: encodeCborElement, around: (count) => cborShell(list, member, count) };
  }
  const { [member]: _items, ...others } = list;
  const head = Buffer.from(`${stringifyJson(others).slice(0, -1)},"${member}":[`);
  return {
    separator: comma,
    item: (value) => Buffer.from(stringifyJson(value)),
    around: () => ({ head, tail: Buffer.from(']}\n') }),
  };
}
