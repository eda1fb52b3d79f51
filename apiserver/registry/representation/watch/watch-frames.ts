// Watch events as bytes (requirements WATCH). Batches of changes are framed once for those who select the same in the same form; a
// single change from the kept form of its object, and tables for each watcher. Where the objects have to be converted first, a
// change is framed once for each form, and the frames are there when the conversion is.

import type { Status } from '../../../../shared/object/status-error.ts';
import type { CachedObject, CacheEvent } from '../../../storage/contract/resource-cache.ts';
import type { RepresentationDependencies } from '../output/representation-parts.ts';
import type { Resource } from '../../contract/resource.ts';
import type { MessageKind } from '../../contract/resource-handler.ts';
import type { NegotiatedOutput } from '../output/negotiated-output.ts';
import type { SelectionPredicate, ServedFilter } from '../../object/selection-predicate.ts';
import type { ConversionRequest } from '../../contract/version-converter.ts';
import type { EventType } from './event-type.ts';
import type { ServedFrames } from './joined-frames.ts';
import type { FrameGroup } from './frame-group.ts';
import type { SharedFrames } from './shared-frames.ts';
import { allMaybePromises, mapMaybePromise } from '../../../../shared/process/async/maybe-promise.ts';
import { servedObject, servedObjects } from '../../object/converted-objects.ts';
import { storageOf } from '../../object/stored-objects.ts';
import { isPlainJson } from '../output/negotiated-output.ts';
import { bookmarkFrames } from './bookmark-frames.ts';
import { framingOf, jsonFrames } from './event-framing.ts';
import { atRemoval, changeOf, shownObject } from './event-type.ts';
import { joinedAll, joinedSelected } from './joined-frames.ts';
import { frameMakers } from './object-frames.ts';

/** Frames reject with the failure of the conversion, and when the request is over. */
export interface WatchFrames {
  readonly contentType: string;
  /** How a frame goes through a WebSocket. */
  readonly message: MessageKind;
  /** Objects that were there when the watch began, one frame behind the other. Empty: none of them passes the filter. */
  initials(objects: readonly CachedObject[]): Buffer | Promise<Buffer>;
  /** To be asked for in the order of the stream. Empty: the filter passes neither state of the object. */
  event(event: CacheEvent, type: EventType): Buffer | Promise<Buffer>;
  /**
   * Joins the group of watchers with the same selection and representation; `text` is the same for the same selection. Leave
   * the group exactly once. Undefined: frames cannot be shared.
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
  filter: ServedFilter | undefined,
  request: ConversionRequest,
): WatchFrames {
  const { format, transform } = form.representation;
  const framing = framingOf(form);
  const makers = frameMakers(parts, resource, form, framing);
  const share = transform?.kind !== 'Table';
  // Work that several watchers share continues when the first of them leaves.
  const waiting = share ? everybody : request;
  // Resources can be changed: what was framed by another record of the same resource may look otherwise.
  const view = `${format} ${transform?.kind ?? ''}/${transform?.version ?? ''} ${shared.identityOf(resource)} ${filter?.text ?? ''}`;
  const converts = storageOf(resource, 'watch').converter !== undefined;
  const bookmark = bookmarkFrames(parts, resource, form, framing);
  const plain = isPlainJson(form);
  const framed = (objects: readonly CachedObject[]): Buffer =>
    plain ? jsonFrames('ADDED', objects) : Buffer.concat(objects.map((object) => makers()('ADDED', object)));
  const initials = (objects: readonly CachedObject[]): Buffer | Promise<Buffer> =>
    mapMaybePromise(servedObjects(resource, objects, waiting), (served) =>
      framed(filter === undefined ? served : served.filter((object) => filter.matches(object))),
    );
  const shown = (change: CacheEvent, type: EventType): Buffer | Promise<Buffer> => {
    const make = makers();
    return mapMaybePromise(servedObject(resource, shownObject(change, type), waiting), (object) => make(type, object));
  };
  /** What a change is to the filter is known when both states are converted. */
  const filtered = ({ previous, object, revision }: CacheEvent, wanted: ServedFilter): Buffer | Promise<Buffer> => {
    const make = makers();
    const states = [previous, object].map((state) =>
      state === undefined ? undefined : servedObject(resource, state, waiting),
    );
    return mapMaybePromise(allMaybePromises(states), ([before, now]) => {
      const type = changeOf(before !== undefined && wanted.matches(before), now !== undefined && wanted.matches(now));
      const seen = type === 'DELETED' && before !== undefined ? atRemoval(before, revision) : now;
      return type === undefined || seen === undefined ? noFrame : make(type, seen);
    });
  };
  const event = (change: CacheEvent, type: EventType): Buffer | Promise<Buffer> => {
    const frame = (): Buffer | Promise<Buffer> =>
      filter === undefined ? shown(change, type) : filtered(change, filter);
    return share && converts ? shared.converted(change, `${view} ${type}`, frame) : frame();
  };
  const stored = plain && !converts;
  const serve: ServedFrames = {
    objects: (objects) => servedObjects(resource, objects, waiting),
    frame: (type, object) => makers()(type, object),
  };
  return {
    contentType: framing.contentType,
    message: framing.message,
    initials,
    event,
    join(selection, text) {
      if (!share) return undefined;
      const all = selection.everything && filter === undefined;
      const join = all
        ? (events: readonly CacheEvent[]) => joinedAll(events, selection.prefix, stored ? 'stored' : serve)
        : (events: readonly CacheEvent[]) => joinedSelected(events, selection, event);
      return shared.join(`${view} ${text}`, { join, initials, quick: all });
    },
    bookmark,
    error: (status) => framing.value('ERROR', { ...status }),
  };
}

const noFrame = Buffer.alloc(0);
/** Of work that ends with no watcher. */
const everybody: ConversionRequest = { signal: new AbortController().signal };
