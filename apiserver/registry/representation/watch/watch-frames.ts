// Watch events as bytes (requirements WATCH): one JSON document and a newline each, length-prefixed protobuf, or a sequence of
// CBOR items. A change is framed once for each form and the frame is shared by all watchers of the resource, batches of them by
// those who select the same; tables are put together for each watcher.

import type { Status } from '../../../../shared/object/status-error.ts';
import type { EncodedCachedObject } from '../../../storage/cache/tree/cached-object.ts';
import type { CachedObject, CacheEvent } from '../../../storage/contract/resource-cache.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Resource } from '../../contract/resource.ts';
import type { MessageKind } from '../../contract/resource-handler.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';
import type { FrameGroup, JoinedFrames, SharedFrames } from './shared-frames.ts';
import type { Item, SplicedForm } from '../splice/spliced-form.ts';
import { encodeCbor } from '../../../../shared/codec/cbor/cbor-encoder.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { decodeCached, servedObject, storageOf } from '../../object/stored-objects.ts';
import { isPlainJson } from '../output/negotiated-output.ts';
import { partialOf } from '../rendered/partial.ts';
import { bytesOf, splicedFormOf } from '../splice/splice.ts';
import { SplicedTable } from '../splice/spliced-table.ts';
import { tableOf } from '../rendered/table.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface WatchFrames {
  readonly contentType: string;
  /** How a frame goes through a WebSocket. */
  readonly message: MessageKind;
  /** Objects that were there when the watch began, one frame behind the other. */
  initials(objects: readonly CachedObject[]): Buffer;
  event(event: CacheEvent, type: EventType): Buffer;
  /**
   * Comes into the group of those who select the same in the same form; `text` is the same for the same selection. To be
   * left once. Undefined: every watcher needs frames of its own.
   */
  join(selection: SelectionPredicate, text: string): FrameGroup | undefined;
  /** `initialEventsEnd`: the one that ends the initial events. */
  bookmark(revision: number, initialEventsEnd: boolean): Buffer;
  error(status: Status): Buffer;
}

export function watchFramesOf(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  shared: SharedFrames,
): WatchFrames {
  const { format, transform } = form.representation;
  const framing = framingOf(form);
  const ready = isPlainJson(form) && storageOf(resource, 'watch').identical;
  const make = ready ? asStored : makeOf(parts, resource, form, framing);
  const share = transform?.kind !== 'Table';
  // Resources can be changed: what was framed by another record of the same resource may look otherwise.
  const view = `${format} ${transform?.kind ?? ''}/${transform?.version ?? ''} ${shared.identityOf(resource)}`;
  const bookmark = bookmarks(parts, resource, form, framing);
  const initials = (objects: readonly CachedObject[]): Buffer =>
    ready ? storedFrames('ADDED', objects) : Buffer.concat(objects.map((object) => make('ADDED', object)));
  const event = (change: CacheEvent, type: EventType): Buffer => {
    const frame = (): Buffer => make(type, objectOf(change, type));
    return share ? shared.event(change, `${view} ${type}`, frame) : frame();
  };
  return {
    contentType: framing.contentType,
    message: framing.message,
    initials,
    event,
    join(selection, text) {
      if (!share) return undefined;
      const join = selection.everything
        ? (events: readonly CacheEvent[]) => joinedAll(events, selection.prefix, ready ? undefined : make)
        : (events: readonly CacheEvent[]) => joinedSelected(events, selection, event);
      return shared.join(`${view} ${text}`, { join, initials, quick: selection.everything });
    },
    bookmark(revision, initialEventsEnd) {
      const frame = (): Buffer => bookmark(revision, initialEventsEnd);
      return share ? shared.bookmark(`${view} ${revision} ${initialEventsEnd}`, frame) : frame();
    },
    error: (status) => framing.value('ERROR', { ...status }),
  };
}

/** Bytes from which on a piece of a batch is complete. */
const pieceBytes = 256 * 1024;

/** The frames of the changes under the prefix, put together; `make` undefined: objects are sent as they are stored. */
function joinedAll(events: readonly CacheEvent[], prefix: string, make: Make | undefined): JoinedFrames {
  const pieces: Buffer[] = [];
  let parts: Buffer[] = [];
  let size = 0;
  let count = 0;
  for (const event of events) {
    if (!event.key.startsWith(prefix)) continue;
    const type = typeOf(event);
    const object = objectOf(event, type);
    if (make === undefined) parts.push(lead.get(type) ?? end, object.bytes, end);
    else parts.push(make(type, object));
    count += 1;
    size += object.size;
    if (size >= pieceBytes) {
      pieces.push(Buffer.concat(parts));
      parts = [];
      size = 0;
    }
  }
  if (parts.length > 0) pieces.push(Buffer.concat(parts));
  return { pieces, count, bytes: sumOf(pieces) };
}

/** The frames of the changes that concern a selection. */
function joinedSelected(
  events: readonly CacheEvent[],
  selection: SelectionPredicate,
  frameOf: (event: CacheEvent, type: EventType) => Buffer,
): JoinedFrames {
  const frames: Buffer[] = [];
  for (const event of events) {
    const type = eventTypeFor(selection, event);
    if (type !== undefined) frames.push(frameOf(event, type));
  }
  const [first] = frames;
  const pieces = first === undefined || frames.length === 1 ? frames : [Buffer.concat(frames)];
  return { pieces, count: frames.length, bytes: sumOf(pieces) };
}

function sumOf(pieces: readonly Buffer[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}

/**
 * How a change looks through a selection: an object may come into it or leave it without being made or removed. Undefined:
 * it does not concern the selection.
 */
export function eventTypeFor(selection: SelectionPredicate, event: CacheEvent): EventType | undefined {
  const { key, prefix } = selection;
  if (key === undefined ? !event.key.startsWith(prefix) : event.key !== key) return undefined;
  const before = event.previous !== undefined && selection.matches(event.previous);
  const now = event.object !== undefined && selection.matches(event.object);
  if (now) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}

/** What a change is to a watcher that selects everything. */
function typeOf(event: CacheEvent): EventType {
  if (event.object === undefined) return 'DELETED';
  return event.previous === undefined ? 'ADDED' : 'MODIFIED';
}

/** The state a frame shows: of a removal the last one, of an object that left the selection the one before. */
function objectOf(event: CacheEvent, type: EventType): CachedObject {
  const shown = type === 'DELETED' ? (event.removed ?? previousAt(event)) : event.object;
  if (shown === undefined) throw new Error(`the event at revision ${event.revision} holds no object to show`);
  return shown;
}

/** The state before the change, with the version of the change, so that the client can resume from it. */
function previousAt(event: CacheEvent): CachedObject | undefined {
  return (event.previous as EncodedCachedObject | undefined)?.removedAt(event.revision);
}

/** Puts an object, as a value or as ready JSON, into an event of a type. */
interface Framing {
  readonly contentType: string;
  readonly message: MessageKind;
  value(type: string, object: Readonly<Record<string, unknown>>): Buffer;
  /** Around an object in its form. */
  item(type: string, object: Item): Buffer;
}

const lead = new Map<string, Buffer>(
  ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'].map((type) => [
    type,
    Buffer.from(`{"type":"${type}","object":`),
  ]),
);
const end = Buffer.from('}\n');
const nothing = Buffer.alloc(0);

function jsonFrame(type: string, object: Buffer): Buffer {
  return Buffer.concat([lead.get(type) ?? end, object, end]);
}

function framingOf({ representation, protobuf }: NegotiatedOutput): Framing {
  if (representation.format === 'protobuf') {
    return {
      contentType: `${representation.contentType};stream=watch`,
      message: 'delimited',
      value: (type, object) => protobuf.frame(type, object),
      item: (type, object) => bytesOf(protobuf.watchHead(type, object.itemLength), object, nothing),
    };
  }
  if (representation.format === 'cbor') {
    return {
      contentType: `${representation.contentType}-seq`,
      message: 'binary',
      value: (type, object) => encodeCbor({ type, object }),
      item() {
        throw new TypeError('CBOR is made from decoded objects');
      },
    };
  }
  return {
    contentType: representation.contentType,
    message: 'text',
    value: (type, object) => jsonFrame(type, Buffer.from(stringifyJson(object))),
    item: (type, object) => bytesOf(lead.get(type) ?? end, object, end),
  };
}

type Make = (type: EventType, object: CachedObject) => Buffer;

/** One frame behind the other; each object is copied once. */
function storedFrames(type: EventType, objects: readonly CachedObject[]): Buffer {
  const before = lead.get(type) ?? end;
  let length = objects.length * (before.length + end.length);
  for (const object of objects) length += object.size;
  const frames = Buffer.allocUnsafe(length);
  let at = 0;
  for (const object of objects) {
    frames.set(before, at);
    object.write(frames, at + before.length);
    at += before.length + object.size;
    frames.set(end, at);
    at += end.length;
  }
  return frames;
}

const asStored: Make = (type, object) => jsonFrame(type, object.bytes);

function makeOf(parts: RepresentationDependencies, resource: Resource, form: NegotiatedOutput, framing: Framing): Make {
  const spliced = splicedFormOf(parts, resource, form);
  if (spliced === undefined) return asDecoded(parts, resource, form, framing);
  const make = (from: SplicedForm, type: EventType, object: CachedObject): Buffer =>
    framing.item(type, from.whole(servedObject(resource, object)));
  if (form.representation.transform?.kind !== 'Table') return (type, object) => make(spliced, type, object);
  // Tables name their columns in the first event of a stream only: these frames belong to one watcher.
  const later = new SplicedTable(parts, resource, form, 'no columns');
  let next: SplicedForm = spliced;
  return (type, object) => {
    const frame = make(next, type, object);
    next = later;
    return frame;
  };
}

function asDecoded(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  framing: Framing,
): Make {
  const { transform } = form.representation;
  let columnsSent = false;
  return (type, held) => {
    const object = decodeCached(resource, held);
    if (transform === undefined) return framing.value(type, object);
    if (transform.kind !== 'Table') {
      return framing.value(type, { ...partialOf(parts.vendor, object, transform.version) });
    }
    const version = object.metadata.resourceVersion;
    const table = tableOf(parts, resource, form, [object], version === undefined ? {} : { resourceVersion: version });
    const shown = columnsSent ? { ...table, columnDefinitions: null } : table;
    columnsSent = true;
    return framing.value(type, { ...shown });
  };
}

function bookmarks(
  parts: RepresentationDependencies,
  resource: Resource,
  form: NegotiatedOutput,
  framing: Framing,
): WatchFrames['bookmark'] {
  const { vendor } = parts;
  const { transform } = form.representation;
  const annotation = vendor.fill('{api}/initial-events-end');
  return (revision, initialEventsEnd) => {
    const annotated = initialEventsEnd && vendor.behaviour.bookmarkAnnotation;
    const metadata = {
      resourceVersion: String(revision),
      ...(annotated ? { annotations: { [annotation]: 'true' } } : {}),
    };
    const object = { kind: resource.kind, apiVersion: apiVersionOf(resource.group, resource.version), metadata };
    return framing.value('BOOKMARK', bookmarkObject());

    function bookmarkObject(): Readonly<Record<string, unknown>> {
      if (transform === undefined) return object;
      if (transform.kind !== 'Table') return { ...partialOf(vendor, object, transform.version) };
      const row = { cells: [], object: partialOf(vendor, object, transform.version) };
      return {
        ...tableOf(parts, resource, form, [], { resourceVersion: String(revision) }),
        columnDefinitions: null,
        rows: annotated ? [row] : [],
      };
    }
  };
}
