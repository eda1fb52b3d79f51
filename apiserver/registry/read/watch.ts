// `watch`: changes of a collection or of one object, from a version on (WATCH-001 to WATCH-049). This file decides where
// the stream starts; `watch-stream.ts` runs it.

import type { WatchOptions } from '../options/list-options.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Sink, Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { WatchStart } from './watch-stream.ts';
import { randomInt } from 'node:crypto';
import { expired } from '../../../shared/object/errors.ts';
import { watchOptionsOf } from '../options/list-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { watchFramesOf } from '../representation/watch/watch-frames.ts';
import { selectionOf } from '../object/selection-predicate.ts';
import { storageOf } from '../object/stored-objects.ts';
import { incompleteCache } from '../object/unreadable-status.ts';
import { WatchStream } from './watch-stream.ts';

/** Seconds; a watch without a timeout of its own ends after one to two times this, so that clients do not return together. */
const defaultShortestWatch = 1800;

export async function watch(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource } = request;
  const storage = storageOf(resource, 'watch');
  const form = negotiateOutput(parts, request, 'watch');
  const options = watchOptionsOf(parts.vendor, request.query, parts.features.streamingLists);
  const { labelSelector, fieldSelector } = options;
  const { namespace, name } = request;
  const selection = selectionOf(resource, storage, { namespace, name, labelSelector, fieldSelector });
  const cache = parts.cacheOf(resource);
  const frames = watchFramesOf(parts, resource, form, parts.sharedFrames, selection.served, request);
  const start = startOf(options);
  // Without the request's signal: the wait is short, and creating a signal costs as much as the rest of this function.
  if (start.from === 'newest') await cache.consistent();
  else await cache.ready();
  parts.requireUnchanged(resource);
  const fault = cache.fault();
  if (fault !== undefined) throw incompleteCache(parts.features, resource, fault);
  const timeoutSeconds = options.timeoutSeconds ?? randomTimeout(parts.shortestWatch ?? defaultShortestWatch);
  const stream = new WatchStream({
    cache,
    clock: parts.clock,
    timers: parts.watchTimers,
    frames,
    selection,
    start,
    bookmarks: options.allowBookmarks,
    timeoutMilliseconds: timeoutSeconds * 1000,
    request,
    figures: parts.metrics?.(resource),
  });
  const answer = (run: (sink: Sink) => Promise<void>, close: () => void): Response => ({
    kind: 'stream',
    status: 200,
    contentType: frames.contentType,
    message: frames.message,
    run,
    close,
  });
  if (stream.open() === 'open') return answer((sink) => stream.run(sink), stream.close);
  const asked = start.from === 'version' ? start.revision : 0;
  const gone = expired(`too old resource version: ${asked} (${cache.oldest() - 1})`);
  if (parts.vendor.behaviour.expiredWatch === 'http-410') throw gone;
  return answer(
    async (sink) => {
      sink.write(frames.error(gone.status));
    },
    () => {},
  );
}

/** What a version (or none) and the wish for initial events mean together (WATCH-036 to WATCH-043). */
function startOf({ version, sendInitialEvents, allowBookmarks }: WatchOptions): WatchStart {
  const initialEvents = sendInitialEvents ?? version.kind !== 'at';
  // Only clients that asked for initial events by name get the bookmark that ends them.
  const endBookmark = sendInitialEvents === true && allowBookmarks;
  if (version.kind === 'unset') return { from: 'newest', initialEvents, endBookmark };
  if (version.kind === 'any') return { from: 'any', initialEvents, endBookmark };
  return { from: 'version', revision: version.revision, initialEvents, endBookmark };
}

/** At least `shortest` seconds and less than twice as many. */
function randomTimeout(shortest: number): number {
  return randomInt(shortest, 2 * shortest);
}
