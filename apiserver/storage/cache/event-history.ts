// The recent changes of one resource, for watches that resume. Bounded by age, count and bytes; what has not changed for
// long stays resumable however old the client's version is.

import type { CacheEvent } from '../contract/resource-cache.ts';
import type { Revision } from '../contract/store.ts';

export interface HistoryLimits {
  /** Events are kept this long, unless one of the other bounds is reached first. */
  readonly milliseconds: number;
  readonly events: number;
  /** Bytes of the objects that only the history still holds. */
  readonly bytes: number;
}

/** Five minutes, as the store; the counts bound its memory. */
export const defaultHistoryLimits: HistoryLimits = { milliseconds: 300_000, events: 102_400, bytes: 32 * 2 ** 20 };

/** Events of one run: what watchers that come back share between them, and what one of them gets at a time. */
const runLength = 128;

export class EventHistory {
  readonly #limits: HistoryLimits;
  #events: CacheEvent[] = [];
  #arrivals: number[] = [];
  /** Index of the oldest event that is kept; those before are cut off in bulk. */
  #start = 0;
  #bytes = 0;
  #oldest: Revision;
  /** How many events were cut off since the beginning: the runs begin at multiples of their length counted from there. */
  #cutOff = 0;
  /** Whole runs that were asked for, by number. */
  readonly #runs = new Map<number, readonly CacheEvent[]>();
  /** What was asked for last: watchers that come back together ask for the same. */
  #asked: { readonly after: Revision; readonly runs: readonly (readonly CacheEvent[])[] } | undefined;

  /** `oldest`: nothing before this revision is known. */
  constructor(limits: HistoryLimits, oldest: Revision) {
    this.#limits = limits;
    this.#oldest = oldest;
  }

  /** The oldest revision whose later events are all here. */
  get oldest(): Revision {
    return this.#oldest;
  }

  /** Revision of the last event; 0: none is kept. */
  get newest(): Revision {
    return this.#events.at(-1)?.revision ?? 0;
  }

  /** `now`: milliseconds of a monotonic clock. Events come in the order of their revisions. */
  append(events: readonly CacheEvent[], now: number): void {
    this.#asked = undefined;
    for (const event of events) {
      this.#events.push(event);
      this.#arrivals.push(now);
      this.#bytes += weight(event);
    }
    this.trim(now);
  }

  /** Forgets what is too old or too much. */
  trim(now: number): void {
    const { milliseconds, events, bytes } = this.#limits;
    for (;;) {
      const first = this.#events[this.#start];
      if (first === undefined) break;
      const old = now - (this.#arrivals[this.#start] ?? 0) > milliseconds;
      if (!old && this.#events.length - this.#start <= events && this.#bytes <= bytes) break;
      this.#asked = undefined;
      this.#start++;
      this.#bytes -= weight(first);
      this.#oldest = first.revision;
      this.#runs.delete(Math.floor((this.#cutOff + this.#start - 1) / runLength));
    }
    if (this.#start > 1000 && this.#start * 2 > this.#events.length) this.#cut();
    else if (this.#start === this.#events.length) this.#cut();
  }

  /** The same history with each event as `change` answers it, which has the same revision and about the same bytes. */
  map(change: (event: CacheEvent) => CacheEvent): EventHistory {
    const history = new EventHistory(this.#limits, this.#oldest);
    history.#events = this.#events.slice(this.#start).map(change);
    history.#arrivals = this.#arrivals.slice(this.#start);
    history.#bytes = this.#bytes;
    history.#cutOff = this.#cutOff + this.#start;
    return history;
  }

  /** The events after a revision that is not older than `oldest`. */
  since(after: Revision): readonly CacheEvent[] {
    return this.#events.slice(this.#after(after));
  }

  /**
   * The same as a minimal list of arrays. Callers with different revisions share the inner arrays; callers with the same
   * revision, before the next event, get the same list.
   */
  runsSince(after: Revision): readonly (readonly CacheEvent[])[] {
    if (this.#asked?.after === after) return this.#asked.runs;
    const runs: (readonly CacheEvent[])[] = [];
    const { length } = this.#events;
    for (let from = this.#after(after); from < length; ) {
      const number = Math.floor((this.#cutOff + from) / runLength);
      const to = Math.min((number + 1) * runLength - this.#cutOff, length);
      runs.push(to - from === runLength ? this.#wholeRun(number, from) : this.#events.slice(from, to));
      from = to;
    }
    this.#asked = { after, runs };
    return runs;
  }

  #wholeRun(number: number, from: number): readonly CacheEvent[] {
    const known = this.#runs.get(number);
    if (known !== undefined) return known;
    const run = this.#events.slice(from, from + runLength);
    this.#runs.set(number, run);
    return run;
  }

  /** The revision of the last event up to `revision`; undefined: that event, if there was one, is forgotten. */
  lastUpTo(revision: Revision): Revision | undefined {
    const at = this.#after(revision) - 1;
    return at < this.#start ? undefined : this.#events[at]?.revision;
  }

  #cut(): void {
    this.#events = this.#events.slice(this.#start);
    this.#arrivals = this.#arrivals.slice(this.#start);
    this.#cutOff += this.#start;
    this.#start = 0;
  }

  /** Index of the first event after a revision. */
  #after(revision: Revision): number {
    let low = this.#start;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function weight(event: CacheEvent): number {
  return 100 + (event.previous?.size ?? 0) + (event.removed?.size ?? 0);
}
