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
const partBytes = 64 * 1024;
const openBrace = 0x7b;
const comma = 0x2c;

export function answerList(parts: RegistryParts, resource: Resource, form: Form, listed: Listed): VerbAnswer {
  const metadata: ListMeta = {
    resourceVersion: String(listed.revision),
    ...(listed.continue === undefined ? {} : { continue: listed.continue }),
    ...(listed.remaining === undefined ? {} : { remainingItemCount: listed.remaining }),
  };
  const { contentType } = form.representation;
  if (isPlainJson(form)) {
    const items = storageOf(resource, 'list').identical
      ? listed.items.map((item) => ({ bytes: item.bytes, from: item.afterType }))
      : listed.items.map((item) => servedItem(resource, item));
    return { kind: 'body', status: 200, contentType, ...concatenation(resource, metadata, items) };
  }
  const body = render(form, valueOf(parts, resource, form, listed, metadata));
  return { kind: 'body', status: 200, contentType, parts: [body], length: body.length };
}

/** A list item: the bytes from `from` on, behind an opening brace of their own. */
interface ItemBytes {
  readonly bytes: Buffer;
  readonly from: number;
}

function servedItem(resource: Resource, item: CachedObject): ItemBytes {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = decodeCached(resource, item);
  return { bytes: Buffer.from(stringifyJson(rest)), from: 1 };
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
  let length = head.length + tail.length + Math.max(0, items.length - 1);
  for (const { bytes, from } of items) length += bytes.length - from + 1;
  return { parts: joined(head, items, tail), length };
}

function* joined(head: Buffer, items: readonly ItemBytes[], tail: Buffer): Iterable<Buffer> {
  yield head;
  let first = true;
  let at = 0;
  while (at < items.length) {
    let size = 0;
    let end = at;
    while (end < items.length && size < partBytes) {
      const item = items[end];
      if (item !== undefined) size += item.bytes.length - item.from + 2;
      end += 1;
    }
    const part = Buffer.allocUnsafe(size);
    let offset = 0;
    for (; at < end; at++) {
      const item = items[at];
      if (item === undefined) continue;
      if (!first) part[offset++] = comma;
      first = false;
      part[offset++] = openBrace;
      offset += item.bytes.copy(part, offset, item.from);
    }
    yield part.subarray(0, offset);
  }
  yield tail;
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
