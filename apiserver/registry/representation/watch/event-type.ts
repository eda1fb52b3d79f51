// What a change of an object is to a watcher: an object may come into a selection or leave it without being made or removed.

import type { EncodedCachedObject } from '../../../storage/cache/tree/cached-object.ts';
import type { CachedObject, CacheEvent } from '../../../storage/contract/resource-cache.ts';
import type { SelectionPredicate } from '../../object/selection-predicate.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** Undefined: the change does not concern the selection. */
export function eventTypeFor(selection: SelectionPredicate, event: CacheEvent): EventType | undefined {
  const { key, prefix } = selection;
  if (key === undefined ? !event.key.startsWith(prefix) : event.key !== key) return undefined;
  return changeOf(
    event.previous !== undefined && selection.matches(event.previous),
    event.object !== undefined && selection.matches(event.object),
  );
}

/** What a change is by whether the object was selected before it, and is selected now. Undefined: neither. */
export function changeOf(before: boolean, now: boolean): EventType | undefined {
  if (now) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}

/** What a change is to a watcher that selects everything. */
export function eventTypeOf(event: CacheEvent): EventType {
  if (event.object === undefined) return 'DELETED';
  return event.previous === undefined ? 'ADDED' : 'MODIFIED';
}

/** The state a frame shows, as it is stored: of a removal the last one, of an object that left the selection the one before. */
export function shownObject(event: CacheEvent, type: EventType): CachedObject {
  const shown = type === 'DELETED' ? (event.removed ?? previousAt(event)) : event.object;
  if (shown === undefined) throw new Error(`the event at revision ${event.revision} holds no object to show`);
  return shown;
}

/** The state before the change, with the version of the change, so that the client can resume from it. */
function previousAt({ previous, revision }: CacheEvent): CachedObject | undefined {
  return previous === undefined ? undefined : atRemoval(previous, revision);
}

/** The object with the revision at which it went. */
export function atRemoval(object: CachedObject, revision: number): CachedObject {
  return (object as EncodedCachedObject).removedAt(revision);
}
