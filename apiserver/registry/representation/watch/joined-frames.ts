// The frames of a batch of changes as one, for those who select the same.

import type { CachedObject, CacheEvent } from '../../../storage/contract/resource-cache.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';
import type { EventType } from './event-type.ts';
import type { JoinedFrames } from './frame-group.ts';
import { allMaybePromises, mapMaybePromise } from '../../../../shared/process/async/maybe-promise.ts';
import { jsonEnd, jsonLead } from './event-framing.ts';
import { eventTypeFor, eventTypeOf, shownObject } from './event-type.ts';

/** Bytes from which on a piece of a batch is complete. */
const pieceBytes = 256 * 1024;

/** How objects that are not sent as they are stored become frames. */
export interface ServedFrames {
  /** In the version that is served. */
  objects(stored: readonly CachedObject[]): readonly CachedObject[] | Promise<readonly CachedObject[]>;
  frame(type: EventType, object: CachedObject): Buffer;
}

/** The frames of the changes under the prefix, put together; 'stored': as JSON, as the objects are stored. */
export function joinedAll(
  events: readonly CacheEvent[],
  prefix: string,
  frames: ServedFrames | 'stored',
): JoinedFrames | Promise<JoinedFrames> {
  const types: EventType[] = [];
  const objects: CachedObject[] = [];
  for (const event of events) {
    if (!event.key.startsWith(prefix)) continue;
    const type = eventTypeOf(event);
    types.push(type);
    objects.push(shownObject(event, type));
  }
  const typeAt = (at: number): EventType => types[at] ?? 'MODIFIED';
  if (frames === 'stored') {
    return inPieces(objects, (parts, object, at) => parts.push(jsonLead(typeAt(at)), object.bytes, jsonEnd));
  }
  return mapMaybePromise(frames.objects(objects), (served) =>
    inPieces(served, (parts, object, at) => parts.push(frames.frame(typeAt(at), object))),
  );
}

function inPieces(
  objects: readonly CachedObject[],
  put: (parts: Buffer[], object: CachedObject, at: number) => void,
): JoinedFrames {
  const pieces: Buffer[] = [];
  let parts: Buffer[] = [];
  let size = 0;
  for (const [at, object] of objects.entries()) {
    put(parts, object, at);
    size += object.size;
    if (size < pieceBytes) continue;
    pieces.push(Buffer.concat(parts));
    parts = [];
    size = 0;
  }
  if (parts.length > 0) pieces.push(Buffer.concat(parts));
  return joinedOf(pieces, objects.length);
}

/** The frames of the changes that concern a selection. */
export function joinedSelected(
  events: readonly CacheEvent[],
  selection: SelectionPredicate,
  frameOf: (event: CacheEvent, type: EventType) => Buffer | Promise<Buffer>,
): JoinedFrames | Promise<JoinedFrames> {
  const frames: (Buffer | Promise<Buffer>)[] = [];
  for (const event of events) {
    const type = eventTypeFor(selection, event);
    if (type === undefined) continue;
    frames.push(frameOf(event, type));
  }
  return mapMaybePromise(allMaybePromises(frames), inOne);
}

function inOne(all: readonly Buffer[]): JoinedFrames {
  const frames = all.filter(({ length }) => length > 0);
  return joinedOf(frames.length < 2 ? frames : [Buffer.concat(frames)], frames.length);
}

function joinedOf(pieces: readonly Buffer[], count: number): JoinedFrames {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return { pieces, count, bytes };
}
