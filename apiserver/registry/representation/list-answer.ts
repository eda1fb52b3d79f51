// A list as an answer. In plain JSON it is the items' bytes side by side, as the cache holds them where all objects are
// listed; any other form is made from the objects.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { CachedObject, ObjectRun, Waiting } from '../../storage/resource-cache.ts';
import type { RepresentationParts } from './representation-parts.ts';
import type { Resource } from '../resource.ts';
import type { VerbAnswer } from '../verb.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { Form } from './form.ts';
import type { ListMeta } from './list-meta.ts';
import { stringifyJson } from '../../../shared/codec/json.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { decodeCached, storageOf } from '../stored-objects.ts';
import { largestPart } from './answer-memory.ts';
import { encodedList, listShapeOf } from './encoded-list.ts';
import { isPlainJson, render } from './form.ts';

export interface Listed {
  readonly revision: number;
  readonly items: ObjectRun | readonly CachedObject[];
  readonly continue?: string;
  readonly remaining?: number;
}

/**
 * A list of so many bytes leaves as one part: copying it costs less than the turns and the frames of many. A part leaves when
 * all of it is encrypted; of a longer list the client reads the first parts meanwhile, and has the whole sooner.
 */
const shortBytes = 256 * 1024;

/** At once in plain JSON; any other form is made in turns, and this rejects when the signal of `waiting` aborts meanwhile. */
export function answerList(
  parts: RepresentationParts,
  resource: Resource,
  form: Form,
  listed: Listed,
  waiting: Waiting,
): VerbAnswer | Promise<VerbAnswer> {
  const metadata: ListMeta = {
    resourceVersion: String(listed.revision),
    ...(listed.continue === undefined ? {} : { continue: listed.continue }),
    ...(listed.remaining === undefined ? {} : { remainingItemCount: listed.remaining }),
  };
  if (isPlainJson(form)) {
    const { contentType } = form.representation;
    const head = Buffer.from(
      `{"kind":"${resource.kind}List","apiVersion":${JSON.stringify(apiVersionOf(resource.group, resource.version))},"metadata":${JSON.stringify(metadata)},"items":[`,
    );
    return { kind: 'body', status: 200, contentType, ...joined(head, resource, listed.items, parts.answerMemory) };
  }
  return answerInForm(parts, resource, form, { items: listed.items, metadata }, waiting);
}

async function answerInForm(
  parts: RepresentationParts,
  resource: Resource,
  form: Form,
  { items, metadata }: { readonly items: Listed['items']; readonly metadata: ListMeta },
  waiting: Waiting,
): Promise<VerbAnswer> {
  const { contentType, format, pretty } = form.representation;
  const shape = listShapeOf(parts, resource, form, metadata);
  const objects = decoded(resource, items);
  if (pretty || format === 'yaml') {
    // Forms for people to read are made at once.
    const body = render(form, { ...shape.list, [shape.member]: Array.from(objects, (object) => shape.item(object)) });
    return { kind: 'body', status: 200, contentType, parts: [body], length: body.length };
  }
  return { kind: 'body', status: 200, contentType, ...(await encodedList(form, shape, objects, waiting.signal)) };
}

type Item = Pick<CachedObject, 'itemLength' | 'writeItem'>;

/** A body in parts. */
type Parts = Pick<Extract<VerbAnswer, { kind: 'body' }>, 'parts' | 'length' | 'sent'>;

const tail = Buffer.from(']}\n');

/** Head, items side by side without the first comma, tail. */
function joined(head: Buffer, resource: Resource, items: Listed['items'], memory: AnswerMemory): Parts {
  if (!storageOf(resource, 'list').identical) {
    return copied(
      head,
      Array.from(items, (item) => servedItem(resource, item)),
      memory,
    );
  }
  return 'items' in items ? sideBySide(head, items, memory) : copied(head, items, memory);
}

/** An item in a version that is not the stored one. */
function servedItem(resource: Resource, item: CachedObject): Item {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = decodeCached(resource, item);
  const bytes = Buffer.from(`,${stringifyJson(rest)}`);
  return { itemLength: bytes.length, writeItem: (target, at) => target.set(bytes, at) };
}

/** Items that lie side by side already leave as they are, except in a short list. */
function sideBySide(head: Buffer, run: ObjectRun, memory: AnswerMemory): Parts {
  const length = head.length + Math.max(0, run.length - 1) + tail.length;
  const parts = inOrder(head, run);
  if (length > shortBytes) return { parts, length };
  const body = memory.take(length);
  let at = 0;
  for (const part of parts) at += part.copy(body, at);
  return { parts: [body], length, sent: memory.giveBack };
}

function* inOrder(head: Buffer, run: ObjectRun): Iterable<Buffer> {
  yield head;
  let first = true;
  for (const piece of run.items()) {
    yield first ? piece.subarray(1) : piece;
    first = false;
  }
  yield tail;
}

/** Other items are put side by side with head and tail, in one part when they fit. */
function copied(head: Buffer, items: readonly Item[], memory: AnswerMemory): Parts {
  const itemBytes = items.reduce((sum, item) => sum + item.itemLength, 0);
  const length = head.length + Math.max(0, itemBytes - 1) + tail.length;
  const sent = memory.giveBack;
  if (length > largestPart) return { parts: inParts(head, items, memory), length, sent };
  const body = memory.take(length);
  writeItems(items, 0, items.length, body, length - tail.length - itemBytes);
  // Over the comma of the first item.
  head.copy(body);
  tail.copy(body, length - tail.length);
  return { parts: [body], length, sent };
}

/** Each part is made when it is asked for; the head is in the first one. */
function* inParts(head: Buffer, items: readonly Item[], memory: AnswerMemory): Iterable<Buffer> {
  for (let from = 0, to = 0; from < items.length; from = to) {
    const start = from === 0 ? head.length - 1 : 0;
    let length = start + (items[from]?.itemLength ?? 0);
    to = from + 1;
    for (let next = items[to]; next !== undefined && length + next.itemLength <= largestPart; next = items[++to]) {
      length += next.itemLength;
    }
    const part = memory.take(length);
    writeItems(items, from, to, part, start);
    if (from === 0) head.copy(part);
    yield part;
  }
  yield tail;
}

function writeItems(items: readonly Item[], from: number, to: number, target: Buffer, start: number): void {
  let at = start;
  for (let index = from; index < to; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    item.writeItem(target, at);
    at += item.itemLength;
  }
}

/** Objects one at a time, each decoded when it is asked for. */
function* decoded(resource: Resource, items: Listed['items']): Iterable<ApiObject> {
  for (const item of items) yield decodeCached(resource, item);
}
