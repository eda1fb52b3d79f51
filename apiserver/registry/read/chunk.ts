// Reads one chunk of a collection for the version of the client: from the watch cache, from one of its snapshots, or
// from the store's history (RV-010 to RV-054, LIST-001 to LIST-025).

import { setImmediate as turn } from 'node:timers/promises';

import type { Clock } from '../../../shared/process/time/clock.ts';
import { isPending, mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type {
  CacheFault,
  CachedObject,
  ObjectRun,
  ResourceCache,
  Snapshot,
  Waiting,
} from '../../storage/contract/resource-cache.ts';
import type { ListOptions } from '../options/list-options.ts';
import type { AskedVersion } from '../options/resource-version.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource, StorageForm } from '../contract/resource.ts';
import type { SelectionPredicate } from '../object/selection-predicate.ts';
import { expired, tooLargeResourceVersion } from '../../../shared/object/errors.ts';
import { CompactedError, FutureRevisionError, StoreUnavailableError } from '../../storage/contract/store.ts';
import { encodeContinueToken } from '../options/continue-token.ts';
import { cachedObjectOf } from '../object/stored-objects.ts';
import { incompleteCache, UnreadableItems } from '../object/unreadable-status.ts';

/** How long a read waits for a version that has not been seen yet. */
const futureWaitMilliseconds = 3000;

const storePage = 1000;
/** A prefix under which nothing is ever stored. */
const nowhere = '/orchkit/nowhere/';
/** Milliseconds of selecting after which others get a turn. */
const longestTurn = 10;

export interface Chunk {
  /** Version of the whole list. */
  readonly revision: number;
  /** A run when every object is selected, or the bytes of the selected ones are kept: the objects need not be matched. */
  readonly items: ObjectRun | readonly CachedObject[];
  /** First key of the next chunk, relative to the selection's prefix; undefined: nothing is left. */
  readonly next: string | undefined;
  /** Objects left; undefined when nothing is, or when the selectors make it unknown. */
  readonly remaining: number | undefined;
}

interface Place {
  readonly resource: Resource;
  readonly storage: StorageForm;
  readonly selection: SelectionPredicate;
  readonly limit: number;
  /** Absolute first key; undefined: from the start of the prefix. */
  readonly start: string | undefined;
}

/** A version that was asked for, and its text. */
type Version = Pick<Extract<AskedVersion, { kind: 'at' }>, 'revision' | 'text'>;

/** Throws 410 for a version no longer retained, 504 for one not reached within three seconds. */
export function readChunk(
  parts: RegistryDependencies,
  resource: Resource,
  storage: StorageForm,
  selection: SelectionPredicate,
  options: Pick<ListOptions, 'version' | 'match' | 'limit' | 'token'>,
  waiting: Waiting,
): Chunk | Promise<Chunk> {
  const cache = parts.cacheOf(resource);
  const { token, limit } = options;
  const start = token === undefined ? undefined : `${selection.prefix}${token.start}`;
  const place: Place = { resource, storage, selection, limit, start };
  if (token !== undefined && token.revision > 0) {
    const version = { revision: token.revision, text: String(token.revision) };
    return exactly(parts, cache, place, version, waiting, () => {
      const fresh = encodeContinueToken(parts.vendor, { revision: -1, start: token.start });
      return expired(expiredTokenMessage, fresh);
    });
  }
  const current = (): Chunk | Promise<Chunk> => {
    const fault = cache.fault();
    return fault === undefined ? fromSnapshot(parts.clock, cache.current(), place) : pastCache(parts, place, fault);
  };
  const afterWait = (): Chunk | Promise<Chunk> => {
    parts.requireUnchanged(resource);
    return current();
  };
  if (token !== undefined || options.version.kind === 'unset') {
    const waited = cache.consistent(waiting);
    return isPending(waited) ? waited.then(afterWait) : current();
  }
  if (options.version.kind === 'any') return cache.ready().then(afterWait);
  const { version } = options;
  if (options.match === 'Exact' || (options.match === '' && limit > 0)) {
    return exactly(parts, cache, place, version, waiting, () =>
      expired('The resourceVersion for the provided list is too old.'),
    );
  }
  return reach(cache, version, waiting.signal).then(afterWait);
}

/** From the store where the list is a chunk of all objects; it fails there if one of the chunk cannot be read. Else throws 429. */
async function pastCache(
  parts: RegistryDependencies,
  place: Place,
  fault: CacheFault,
  revision?: number,
): Promise<Chunk> {
  const { resource, selection, limit } = place;
  if (!selection.everything || limit === 0) throw incompleteCache(parts.features, resource, fault);
  return fromStore(parts, place, revision ?? (await parts.store.latest()));
}

/** Waits until the cache shows the version. Throws 504 with a Retry-After when it does not. */
export async function reach(cache: ResourceCache, { revision, text }: Version, signal: AbortSignal): Promise<void> {
  if (await cache.waitUntilFresh(revision, futureWaitMilliseconds, signal)) return;
  throw tooLargeResourceVersion(text, cache.revision());
}

const expiredTokenMessage =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.';

async function exactly(
  parts: RegistryDependencies,
  cache: ResourceCache,
  place: Place,
  version: Version,
  waiting: Waiting,
  tooOld: () => Error,
): Promise<Chunk> {
  const { revision } = version;
  const fault = cache.fault();
  let snapshot = fault === undefined ? cache.at(revision) : 'expired';
  if (snapshot === 'future') {
    await reach(cache, version, waiting.signal);
    parts.requireUnchanged(place.resource);
    snapshot = cache.at(revision);
  }
  try {
    if (fault !== undefined) return await pastCache(parts, place, fault, revision);
    if (parts.features.snapshotLists && snapshot !== 'expired' && snapshot !== 'future') {
      await requireRetained(parts, revision);
      return await fromSnapshot(parts.clock, snapshot, place);
    }
    return await fromStore(parts, place, revision);
  } catch (error) {
    if (error instanceof CompactedError) throw tooOld();
    if (error instanceof FutureRevisionError) throw tooLargeResourceVersion(version.text, error.latest);
    throw error;
  }
}

/**
 * Throws CompactedError for a revision that the store has compacted. The snapshot of an unchanged collection could still
 * show it, but whether a version can be read must not depend on the server, nor on how long it runs.
 */
async function requireRetained({ store }: RegistryDependencies, revision: number): Promise<void> {
  try {
    await store.range({ prefix: nowhere, limit: 1, revision });
  } catch (error) {
    // If the store is unavailable the revision counts as retained.
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}

function fromSnapshot(clock: Clock, snapshot: Snapshot, place: Place): Chunk | Promise<Chunk> {
  const { selection, limit, start } = place;
  if (selection.key !== undefined) {
    const only = start === undefined || selection.key >= start ? snapshot.get(selection.key) : undefined;
    return whole(snapshot, only !== undefined && selection.matches(only) ? [only] : []);
  }
  if (selection.everything) return everything(snapshot, place);
  if (limit !== 0 || start !== undefined || !selection.anyName) return selected(clock, snapshot, place);
  return mapMaybePromise(inTurns(clock, snapshot.selected(selection.prefix, selection.terms, selection.text)), (run) =>
    run === undefined ? selected(clock, snapshot, place) : whole(snapshot, run),
  );
}

/** A list without further items. */
function whole({ revision }: Snapshot, items: Chunk['items']): Chunk {
  return { revision, items, next: undefined, remaining: undefined };
}

/** Matches the objects one by one. */
async function selected(clock: Clock, snapshot: Snapshot, { selection, limit, start }: Place): Promise<Chunk> {
  const items: CachedObject[] = [];
  // One more than requested, to know whether something is left.
  const steps = snapshot.select(selection.prefix, start, selection.terms, (object) => {
    if (selection.named(object)) items.push(object);
    return limit === 0 || items.length <= limit;
  });
  await inTurns(clock, steps[Symbol.iterator]());
  if (limit === 0 || items.length <= limit) return whole(snapshot, items);
  items.pop();
  const next = keyAfter(items.at(-1)).slice(selection.prefix.length);
  return { revision: snapshot.revision, items, next, remaining: undefined };
}

/** Takes all steps, and gives others a turn where they take long. */
function inTurns<T>(clock: Clock, steps: Iterator<void, T>): T | Promise<T> {
  const since = clock.monotonic();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (clock.monotonic() - since >= longestTurn) return turn().then(() => inTurns(clock, steps));
  }
}

function everything(snapshot: Snapshot, { selection, limit, start }: Place): Chunk {
  const items = snapshot.run(selection.prefix, start, limit);
  if (limit === 0 || items.size < limit) return whole(snapshot, items);
  const next = keyAfter(items.last);
  const remaining = snapshot.count(selection.prefix, next);
  if (remaining === 0) return whole(snapshot, items);
  return { revision: snapshot.revision, items, next: next.slice(selection.prefix.length), remaining };
}

async function fromStore(parts: RegistryDependencies, place: Place, revision: number): Promise<Chunk> {
  const { selection, limit, resource } = place;
  const items: CachedObject[] = [];
  const unreadable = new UnreadableItems(parts.features, resource);
  let start = place.start;
  for (;;) {
    const page = await parts.store.range({
      prefix: selection.key ?? selection.prefix,
      ...(start === undefined ? {} : { start }),
      limit: storePage,
      revision,
    });
    for (const [index, entry] of page.entries.entries()) {
      if (selection.key !== undefined && entry.key !== selection.key) continue;
      if (unreadable.holds(entry)) continue;
      const object = cachedObjectOf(resource, entry);
      if (!selection.matches(object)) continue;
      if (limit > 0 && items.length === limit) {
        unreadable.check();
        const next = keyAfter(items.at(-1));
        const remaining = selection.everything ? page.entries.length - index + page.remaining : undefined;
        return { revision, items, next: next.slice(selection.prefix.length), remaining };
      }
      items.push(object);
    }
    const last = page.entries.at(-1);
    if (!page.more || last === undefined) {
      unreadable.check();
      return { revision, items, next: undefined, remaining: undefined };
    }
    start = `${last.key}\u0000`;
  }
}

/** The first key there can be after the last item's. */
function keyAfter(last: CachedObject | undefined): string {
  return `${last?.key ?? ''}\u0000`;
}
