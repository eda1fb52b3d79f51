// A list as an answer. In plain JSON it is the items' bytes side by side, as the cache holds them where all objects are
// listed; any other form is made from the objects.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { CachedObject, ObjectRun } from '../../storage/resource-cache.ts';
import type { RegistryParts } from '../parts.ts';
import type { Resource } from '../resource.ts';
import type { VerbAnswer } from '../verb.ts';
import type { Form } from './form.ts';
import type { ListMeta } from './list-meta.ts';
import { stringifyJson } from '../../../shared/codec/json.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { decodeCached, storageOf } from '../stored-objects.ts';
import { encodedList, listShapeOf } from './encoded-list.ts';
import { isPlainJson, render } from './form.ts';

export interface Listed {
  readonly revision: number;
  readonly items: ObjectRun | readonly CachedObject[];
  readonly continue?: string;
  readonly remaining?: number;
}

/** Bytes that are put together before they are handed on. */
const partBytes = 1024 * 1024;
/** A list of so many bytes leaves as one part. */
const shortBytes = 32 * 1024;

/** Rejects when the signal aborts while a form is made. */
export async function answerList(
  parts: RegistryParts,
  resource: Resource,
  form: Form,
  listed: Listed,
  signal: AbortSignal,
): Promise<VerbAnswer> {
  const metadata: ListMeta = {
    resourceVersion: String(listed.revision),
    ...(listed.continue === undefined ? {} : { continue: listed.continue }),
    ...(listed.remaining === undefined ? {} : { remainingItemCount: listed.remaining }),
  };
  const { contentType, format, pretty } = form.representation;
  if (isPlainJson(form)) {
    const head = Buffer.from(
      `{"kind":"${resource.kind}List","apiVersion":${JSON.stringify(apiVersionOf(resource.group, resource.version))},"metadata":${JSON.stringify(metadata)},"items":[`,
    );
    return { kind: 'body', status: 200, contentType, ...joined(head, piecesOf(resource, listed.items)) };
  }
  const shape = listShapeOf(parts, resource, form, metadata);
  const objects = decoded(resource, listed.items);
  if (pretty || format === 'yaml') {
    // Forms for people to read are made at once.
    const body = render(form, { ...shape.list, [shape.member]: Array.from(objects, (object) => shape.item(object)) });
    return { kind: 'body', status: 200, contentType, parts: [body], length: body.length };
  }
  return { kind: 'body', status: 200, contentType, ...(await encodedList(form, shape, objects, signal)) };
}

/** Items side by side, each behind a comma. */
interface Pieces {
  readonly length: number;
  items(): Iterable<Buffer>;
}

type Item = Pick<CachedObject, 'itemLength' | 'writeItem'>;

function piecesOf(resource: Resource, items: Listed['items']): Pieces {
  if (!storageOf(resource, 'list').identical) return copied(Array.from(items, (item) => servedItem(resource, item)));
  return 'length' in items && 'items' in items ? items : copied(items);
}

/** An item in a version that is not the stored one. */
function servedItem(resource: Resource, item: CachedObject): Item {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = decodeCached(resource, item);
  const bytes = Buffer.from(`,${stringifyJson(rest)}`);
  return { itemLength: bytes.length, writeItem: (target, at) => target.set(bytes, at) };
}

/** Items that do not lie side by side are put there, a part at a time. */
function copied(items: readonly Item[]): Pieces {
  const length = items.reduce((sum, item) => sum + item.itemLength, 0);
  return {
    length,
    *items() {
      let left = length;
      for (let at = 0; at < items.length; ) {
        const part = Buffer.allocUnsafe(Math.min(left, Math.max(partBytes, items[at]?.itemLength ?? 0)));
        let used = 0;
        for (let item = items[at]; item !== undefined && used + item.itemLength <= part.length; item = items[++at]) {
          item.writeItem(part, used);
          used += item.itemLength;
        }
        left -= used;
        yield part.subarray(0, used);
      }
    },
  };
}

const tail = Buffer.from(']}');

/** Head, items, tail. A short list is one part: each costs a frame. */
function joined(head: Buffer, pieces: Pieces): { readonly parts: Iterable<Buffer>; readonly length: number } {
  const length = head.length + Math.max(0, pieces.length - 1) + tail.length;
  const parts = inOrder(head, pieces);
  return { parts: length <= shortBytes ? [Buffer.concat([...parts], length)] : parts, length };
}

function* inOrder(head: Buffer, pieces: Pieces): Iterable<Buffer> {
  yield head;
  let first = true;
  for (const piece of pieces.items()) {
    yield first ? piece.subarray(1) : piece;
    first = false;
  }
  yield tail;
}

/** Objects one at a time, each decoded when it is asked for. */
function* decoded(resource: Resource, items: Listed['items']): Iterable<ApiObject> {
  for (const item of items) yield decodeCached(resource, item);
}
