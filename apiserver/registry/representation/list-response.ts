// A list as an answer: the items of its objects side by side. In plain JSON they are that in the cache already where all
// objects are listed; the items of other forms are put together from what is kept of each object (`splice.ts`), and only what
// people read, and CBOR, is made from decoded objects.

import { setImmediate as turn } from 'node:timers/promises';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { CachedObject, ObjectRun, Waiting } from '../../storage/contract/resource-cache.ts';
import type { RepresentationDependencies } from './output/representation-parts.ts';
import type { Resource } from '../contract/resource.ts';
import type { Response } from '../contract/resource-handler.ts';
import type { BufferPool } from './output/buffer-pool.ts';
import type { NegotiatedOutput } from './output/negotiated-output.ts';
import type { ListMeta } from './output/list-meta.ts';
import type { Item, Shell, SplicedForm } from './splice/spliced-form.ts';
import { decodeJson } from '../../storage/format/stored-object.ts';
import { largestPart } from './output/buffer-pool.ts';
import { decodedList } from './rendered/decoded-list.ts';
import { hasTypedItems } from '../contract/resource.ts';
import { isPlainJson } from './output/negotiated-output.ts';
import { splicedFormOf } from './splice/splice.ts';

export interface Listed {
  readonly revision: number;
  /** In the version that is served. */
  readonly items: ObjectRun | readonly CachedObject[];
  readonly continue?: string;
  readonly remaining?: number;
}

/**
 * A list of so many bytes leaves as one part: copying it costs less than the turns and the frames of many. A part leaves when
 * all of it is encrypted; of a longer list the client reads the first parts meanwhile, and has the whole sooner.
 */
const shortBytes = 256 * 1024;

/** Objects between two reads of the clock, and milliseconds of making items after which others get a turn. */
const objectsAtOnce = 16;
const longestTurn = 10;

/** At once in plain JSON; any other form is made in turns, and this rejects when the signal of `waiting` aborts meanwhile. */
export function listResponse(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  listed: Listed,
  waiting: Waiting,
): Response | Promise<Response> {
  // Lists of custom objects have no type that would leave an empty token out; as tables and metadata they do.
  const last = hasTypedItems(resource) && form.representation.transform === undefined ? '' : undefined;
  const token = listed.continue ?? last;
  const metadata: ListMeta = {
    resourceVersion: String(listed.revision),
    ...(token === undefined ? {} : { continue: token }),
    ...(listed.remaining === undefined ? {} : { remainingItemCount: listed.remaining }),
  };
  const spliced = splicedFormOf(parts, resource, form);
  if (spliced === undefined) return answerDecoded(parts, resource, form, { items: listed.items, metadata }, waiting);
  if (isPlainJson(form)) {
    const { items } = listed;
    const bytes =
      'items' in items
        ? sideBySide(spliced.list(metadata, items.length), items, parts.bufferPool)
        : copied(spliced, metadata, items, parts.bufferPool);
    return bodyOf(form, bytes);
  }
  return answerSpliced(parts, form, { spliced, items: listed.items, metadata }, waiting);
}

/** A body in parts. */
type Parts = Pick<Extract<Response, { kind: 'body' }>, 'parts' | 'length' | 'sent'>;

function bodyOf(form: NegotiatedOutput, parts: Parts): Response {
  return { kind: 'body', status: 200, contentType: form.representation.contentType, ...parts };
}

async function answerSpliced(
  parts: RepresentationDependencies,
  form: NegotiatedOutput,
  listed: { readonly spliced: SplicedForm; readonly items: Listed['items']; readonly metadata: ListMeta },
  waiting: Waiting,
): Promise<Response> {
  const { spliced, metadata } = listed;
  const { clock } = parts;
  const items: Item[] = [];
  let since = clock.monotonic();
  for (const held of listed.items) {
    items.push(spliced.item(held));
    if (items.length % objectsAtOnce !== 0 || clock.monotonic() - since < longestTurn) continue;
    await turn();
    waiting.signal.throwIfAborted();
    since = clock.monotonic();
  }
  return bodyOf(form, copied(spliced, metadata, items, parts.bufferPool));
}

async function answerDecoded(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  { items, metadata }: { readonly items: Listed['items']; readonly metadata: ListMeta },
  waiting: Waiting,
): Promise<Response> {
  return bodyOf(form, await decodedList(parts, resource, form, metadata, decoded(items), waiting.signal));
}

/** Items that lie side by side already leave as they are, except in a short list. */
function sideBySide({ head, tail, over }: Shell, run: ObjectRun, memory: BufferPool): Parts {
  const length = head.length + Math.max(0, run.length - over) + tail.length;
  const parts = inOrder({ head, tail, over }, run);
  if (length > shortBytes) return { parts, length };
  const body = memory.take(length);
  let at = 0;
  for (const part of parts) at += part.copy(body, at);
  return { parts: [body], length, sent: memory.giveBack };
}

function* inOrder({ head, tail, over }: Shell, run: ObjectRun): Iterable<Buffer> {
  yield head;
  let first = true;
  for (const piece of run.items()) {
    yield first ? piece.subarray(over) : piece;
    first = false;
  }
  yield tail;
}

/** Items are put side by side with head and tail, in one part when they fit. */
function copied(spliced: SplicedForm, metadata: ListMeta, items: readonly Item[], memory: BufferPool): Parts {
  const itemBytes = items.reduce((sum, item) => sum + item.itemLength, 0);
  const { head, tail, over } = spliced.list(metadata, itemBytes);
  const length = head.length + Math.max(0, itemBytes - over) + tail.length;
  const sent = memory.giveBack;
  if (length > largestPart) return { parts: inParts({ head, tail, over }, items, memory), length, sent };
  const body = memory.take(length);
  writeItems(items, 0, items.length, body, length - tail.length - itemBytes);
  // Over the comma of the first item.
  head.copy(body);
  tail.copy(body, length - tail.length);
  return { parts: [body], length, sent };
}

/** Each part is made when it is asked for; the head is in the first one. */
function* inParts({ head, tail, over }: Shell, items: readonly Item[], memory: BufferPool): Iterable<Buffer> {
  for (let from = 0, to = 0; from < items.length; from = to) {
    const start = from === 0 ? head.length - over : 0;
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
  if (tail.length > 0) yield tail;
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
function* decoded(items: Listed['items']): Iterable<ApiObject> {
  for (const item of items) yield decodeJson(item.text);
}
