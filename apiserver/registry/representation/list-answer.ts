// A list as an answer. In plain JSON it is the concatenation of its items' bytes; any other form is made from the objects.

import type { CachedObject } from '../../storage/resource-cache.ts';
import type { RegistryParts } from '../parts.ts';
import type { Resource } from '../resource.ts';
import type { VerbAnswer } from '../verb.ts';
import type { Form } from './form.ts';
import type { ListMeta } from './list-meta.ts';
import { stringifyJson } from '../../../shared/codec/json.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { decodeCached, storageOf } from '../stored-objects.ts';
import { isPlainJson, render } from './form.ts';
import { partialOf } from './partial.ts';
import { tableOf } from './table.ts';

export interface Listed {
  readonly revision: number;
  readonly items: readonly CachedObject[];
  readonly continue?: string;
  readonly remaining?: number;
}

/** Bytes that are put together before they are handed on. */
const partBytes = 1024 * 1024;
const openBrace = 0x7b;
const comma = 0x2c;
const empty = Buffer.alloc(0);

export function answerList(parts: RegistryParts, resource: Resource, form: Form, listed: Listed): VerbAnswer {
  const metadata: ListMeta = {
    resourceVersion: String(listed.revision),
    ...(listed.continue === undefined ? {} : { continue: listed.continue }),
    ...(listed.remaining === undefined ? {} : { remainingItemCount: listed.remaining }),
  };
  const { contentType } = form.representation;
  if (isPlainJson(form)) {
    const items = storageOf(resource, 'list').identical
      ? listed.items
      : listed.items.map((item) => servedItem(resource, item));
    return { kind: 'body', status: 200, contentType, ...concatenation(resource, metadata, items) };
  }
  const body = render(form, valueOf(parts, resource, form, listed, metadata));
  return { kind: 'body', status: 200, contentType, parts: [body], length: body.length };
}

/** A list item: the bytes from `afterType` on, behind an opening brace of their own. */
type ItemBytes = Pick<CachedObject, 'bytes' | 'afterType'>;

function servedItem(resource: Resource, item: CachedObject): ItemBytes {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = decodeCached(resource, item);
  return { bytes: Buffer.from(stringifyJson(rest)), afterType: 1 };
}

function concatenation(
  resource: Resource,
  metadata: ListMeta,
  items: readonly ItemBytes[],
): { readonly parts: Iterable<Buffer>; readonly length: number } {
  const head = Buffer.from(
    `{"kind":"${resource.kind}List","apiVersion":${JSON.stringify(apiVersionOf(resource.group, resource.version))},"metadata":${JSON.stringify(metadata)},"items":[`,
  );
  const tail = Buffer.from(']}');
  const pieces = piecesOf(items);
  const length = pieces.reduce((sum, piece) => sum + piece.bytes, head.length + tail.length);
  return { parts: joined(head, items, tail, pieces), length };
}

/** The items up to `to`, from where the piece before ended. */
interface Piece {
  readonly to: number;
  readonly bytes: number;
}

/** Where the items are cut, in one walk over them: the walk costs more than the sums. */
function piecesOf(items: readonly ItemBytes[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let bytes = 0;
  let at = 0;
  for (const item of items) {
    bytes += item.bytes.length - item.afterType + (at === 0 ? 1 : 2);
    at += 1;
    if (bytes >= partBytes) {
      pieces.push({ to: at, bytes });
      bytes = 0;
    }
  }
  if (bytes > 0 || pieces.length === 0) pieces.push({ to: at, bytes });
  return pieces;
}

/** Head, items with commas between them, tail: in few large parts, because each costs a turn of the event loop. */
function* joined(head: Buffer, items: readonly ItemBytes[], tail: Buffer, pieces: readonly Piece[]): Iterable<Buffer> {
  let from = 0;
  for (const { to, bytes } of pieces) {
    const lead = from === 0 ? head : empty;
    const trail = to === items.length ? tail : empty;
    const end = lead.length + bytes;
    const part = Buffer.allocUnsafe(end + trail.length);
    putItems(part, items, from, to, end);
    part.set(lead);
    part.set(trail, end);
    yield part;
    from = to;
  }
}

/**
 * Puts items, each behind its comma and brace, so that the last one ends at `end`. What comes before the first one is to
 * be written afterwards. Last to first: an item is copied with its type, and what comes before it then covers the type.
 * Cutting the type off first would cost more than the copy.
 */
function putItems(part: Buffer, items: readonly ItemBytes[], from: number, to: number, end: number): void {
  let offset = end;
  for (let at = to - 1; at >= from; at -= 1) {
    const item = items[at];
    if (item === undefined) continue;
    const { bytes, afterType } = item;
    offset -= bytes.length - afterType;
    if (offset >= afterType) part.set(bytes, offset - afterType);
    else part.set(bytes.subarray(afterType), offset);
    part[--offset] = openBrace;
    if (at > 0) part[--offset] = comma;
  }
}

function valueOf(
  parts: RegistryParts,
  resource: Resource,
  form: Form,
  listed: Listed,
  metadata: ListMeta,
): Readonly<Record<string, unknown>> {
  const objects = listed.items.map((item) => decodeCached(resource, item));
  const { transform } = form.representation;
  if (transform?.kind === 'Table') return { ...tableOf(parts, resource, form, objects, metadata) };
  if (transform !== undefined) {
    const items = objects.map((object) => partialOf(parts.vendor, object, transform.version));
    const apiVersion = parts.vendor.fill(`meta.{api}/${transform.version}`);
    return { kind: 'PartialObjectMetadataList', apiVersion, metadata, items };
  }
  const items = objects.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest);
  return { kind: `${resource.kind}List`, apiVersion: apiVersionOf(resource.group, resource.version), metadata, items };
}
