// The objects of a list in the version that is served: as they are where that is the stored one, else converted many at a time,
// and selected once more where selectors have to see them converted.

import { setImmediate as turn } from 'node:timers/promises';

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { CachedObject, ObjectRun } from '../../storage/contract/resource-cache.ts';
import type { Resource } from '../contract/resource.ts';
import type { ConversionRequest } from '../contract/version-converter.ts';
import { allMaybePromises, isPending } from '../../../shared/process/async/maybe-promise.ts';
import { servedObjects } from '../object/converted-objects.ts';
import type { ServedFilter } from '../object/selection-predicate.ts';
import { storageOf } from '../object/stored-objects.ts';

/** Milliseconds of conversion after which others get a turn. */
const longestTurn = 10;
/** Conversions of one list that wait at the same time. */
const mostPending = 4;

/** Rejects with the failure of the conversion, and when the request is over. */
export function servedItems(
  clock: Clock,
  resource: Resource,
  items: ObjectRun | readonly CachedObject[],
  filter: ServedFilter | undefined,
  request: ConversionRequest,
): ObjectRun | readonly CachedObject[] | Promise<readonly CachedObject[]> {
  const { converter } = storageOf(resource, 'list');
  if (converter === undefined) return items;
  const served = converted(clock, resource, [...items], converter.atOnce, request);
  return filter === undefined ? served : served.then((all) => all.filter((object) => filter.matches(object)));
}

async function converted(
  clock: Clock,
  resource: Resource,
  items: readonly CachedObject[],
  atOnce: number,
  request: ConversionRequest,
): Promise<readonly CachedObject[]> {
  const pieces: (readonly CachedObject[] | Promise<readonly CachedObject[]>)[] = [];
  let since = clock.monotonic();
  let waited = 0;
  for (let from = 0; from < items.length; from += atOnce) {
    const piece = servedObjects(resource, items.slice(from, from + atOnce), request);
    pieces.push(piece);
    if (isPending(piece)) {
      if (pieces.length - waited < mostPending) continue;
      await allMaybePromises(pieces.slice(waited));
      waited = pieces.length;
    } else if (clock.monotonic() - since >= longestTurn) {
      // Nothing that waits is left alone: its failure would have no owner.
      await allMaybePromises(pieces.slice(waited));
      waited = pieces.length;
      await turn();
    } else {
      continue;
    }
    request.signal.throwIfAborted();
    since = clock.monotonic();
  }
  return (await allMaybePromises(pieces)).flat();
}
