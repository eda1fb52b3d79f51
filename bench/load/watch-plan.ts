// The task of a process of watchers, and its result. Passed as JSON in its only argument and on its output.

export interface WatchPlan {
  readonly origin: string;
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly path: string;
  readonly watchers: number;
  /** One of every so many watchers times each of its events; default: none does. */
  readonly timed?: number;
  /** These watchers open their stream and never read from it; nothing is counted. */
  readonly stalled?: boolean;
  /** Instead of counting by command: end when every watcher has so many, and print the milliseconds that took. */
  readonly frames?: number;
}

export interface Delivered {
  /** When the last watcher had its last event, milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds from the sending of an event's write to its reception. Absent when no watcher is timed. */
  readonly p50?: number;
  readonly p99?: number;
}

/** What stands in an object before the time when its write was sent, in milliseconds since the epoch. */
export const sentMark = 'sent-at:';
/** Digits of that time, so that all frames have the same length. */
export const sentDigits = 17;

export function sentNow(): string {
  return (performance.timeOrigin + performance.now()).toFixed(3).padStart(sentDigits, '0');
}
