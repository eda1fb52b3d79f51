// A signal that aborts with any of several others, or when its time is over, while something is under way; nothing of it is left then.
// `AbortSignal.any` of Node 20 leaves a record of about 60 bytes at each of its sources for as long as that lives: what calls it every
// second with the signal of its program grows by megabytes a day.

import { setMaxListeners } from 'node:events';

/**
 * The result of `work`, whose signal aborts as soon as one of `signals` does, with its reason, or after `limit` milliseconds (real time;
 * default: none), with a `TimeoutError`. It does not abort any more when the work has ended.
 */
export async function underSignals<T>(
  signals: readonly AbortSignal[],
  work: (joined: AbortSignal) => Promise<T>,
  limit?: number,
): Promise<T> {
  const joined = new AbortController();
  const lists = signals.map((source): readonly [AbortSignal, () => void] => [
    source,
    () => joined.abort(source.reason),
  ]);
  for (const [source, abort] of lists) {
    if (source.aborted) abort();
    // One signal rightly ends many works: each takes its listener away, so their number is no sign of a leak.
    setMaxListeners(0, source);
    source.addEventListener('abort', abort, { once: true });
  }
  const late = (): void => joined.abort(new DOMException(`not done within ${limit} ms`, 'TimeoutError'));
  const timer = limit === undefined ? undefined : setTimeout(late, limit);
  try {
    return await work(joined.signal);
  } finally {
    clearTimeout(timer);
    for (const [source, abort] of lists) source.removeEventListener('abort', abort);
  }
}
