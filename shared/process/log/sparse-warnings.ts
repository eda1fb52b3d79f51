// Rate-limited warnings about faults that callers cause: at most a few lines a minute.

import type { Clock } from '../time/clock.ts';
import type { Log } from './log.ts';

/** Milliseconds between two lines with one message. */
const period = 10_000;

/**
 * Writes the first warning of each message at once, and later ones at most every ten seconds; `unsaid` is how many there were
 * since the line before. One entry is kept for each message, which is the program's own text and never input from outside.
 */
export function sparseWarnings(log: Log, clock: Clock): Log['warn'] {
  const told = new Map<string, { readonly at: number; unsaid: number }>();
  return (message, fields) => {
    const now = clock.monotonic();
    const last = told.get(message);
    if (last !== undefined && now - last.at < period) {
      last.unsaid += 1;
      return;
    }
    told.set(message, { at: now, unsaid: 0 });
    log.warn(message, last === undefined || last.unsaid === 0 ? fields : { ...fields, unsaid: last.unsaid });
  };
}
