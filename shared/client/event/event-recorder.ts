// Writes events about objects. A repeated event increments the count of the first one. Events about one object are rate
// limited. Events are best effort: one that is refused, or gets no response for more than a minute, is dropped, logged and
// counted. Recording an event never delays the caller.

import { randomBytes } from 'node:crypto';
import type { ApiClient } from '../request/api-client.ts';
import { ConnectionError } from '../connection/connection.ts';
import { isAlreadyExists, isNotFound } from '../request/failure.ts';
import type { ApiObject } from '../../object/api-object.ts';
import { formatTime } from '../../object/time.ts';
import { type BackOff, backOffDelay } from '../../process/time/back-off.ts';
import type { Clock } from '../../process/time/clock.ts';
import type { Log } from '../../process/log/log.ts';
import type { Loop } from '../../process/loop/loop.ts';
import type { Counter } from '../../process/metric/metric.ts';

/** What an event is about. Objects without a namespace have their events in `default`. */
export interface EventSubject {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  /** The part of the object: `spec.containers{app}`. */
  readonly fieldPath?: string;
}

export interface Occurrence {
  readonly subject: EventSubject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface EventRecorderOptions {
  readonly client: ApiClient;
  /** The reporting component, e.g. `node-controller`. */
  readonly component: string;
  /** The host of the component; absent for programs without one. */
  readonly host?: string;
  /** Writes per second on average, and at once; later ones wait. Default: no such limit. */
  readonly rate?: { readonly perSecond: number; readonly burst: number };
  /** Counts the events that were never written, by the label `cause`: `noisy`, `full` (the queue), `failed`. */
  readonly dropped?: Counter;
  readonly clock: Clock;
  readonly log: Log;
}

/** Most occurrences that wait to be written; further ones are dropped. */
const longestQueue = 10_000;
/** How often an event without a response is sent, with these pauses (milliseconds). Later events wait behind it. */
const mostTries = 12;
const backOff: BackOff = { initial: 500, cap: 10_000, jitter: 0.1 };
/** Series that are remembered, so that repeated events can be counted. */
const rememberedSeries = 4096;
/** Rate limit of events about one object: the burst, and the period for each further event (milliseconds). */
const burst = 25;
const refillPeriod = 300_000;

interface Series {
  readonly name: string;
  count: number;
}

interface Allowance {
  left: number;
  at: number;
}

export class EventRecorder implements Loop {
  readonly name: string;
  readonly #options: EventRecorderOptions;
  readonly #queue: Occurrence[] = [];
  readonly #series = new Map<string, Series>();
  readonly #allowances = new Map<string, Allowance>();
  #wake: (() => void) | undefined;
  /** When the writes so far would have ended at the average rate, in monotonic milliseconds. */
  #paidUntil = Number.NEGATIVE_INFINITY;

  constructor(options: EventRecorderOptions) {
    this.name = `events-of-${options.component}`;
    this.#options = options;
  }

  /** Queues the event and returns at once. The event may be dropped. */
  record(occurrence: Occurrence): void {
    if (this.#queue.length >= longestQueue) return this.#drop('full');
    if (!this.#isAllowed(occurrence.subject)) return this.#drop('noisy');
    this.#queue.push(occurrence);
    this.#wake?.();
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake?.(), { once: true });
    while (!signal.aborted) {
      const batch = this.#queue.splice(0);
      for (const next of batch) {
        if (!(await this.#mayGoOn(signal))) return;
        await this.#write(next, signal);
      }
      if (this.#queue.length === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  /** Waits until the rate allows one more write. Resolves with false when the recorder has ended. */
  async #mayGoOn(signal: AbortSignal): Promise<boolean> {
    const { rate, clock } = this.#options;
    if (rate === undefined || signal.aborted) return !signal.aborted;
    const period = 1000 / rate.perSecond;
    const now = clock.monotonic();
    const wait = Math.max(this.#paidUntil, now - rate.burst * period) + period - now;
    this.#paidUntil = now + wait;
    if (wait > 0) await clock.sleep(wait, signal).catch(() => {});
    return !signal.aborted;
  }

  #drop(cause: 'noisy' | 'full' | 'failed'): void {
    this.#options.dropped?.increment({ cause });
  }

  #isAllowed({ kind, namespace = '', name }: EventSubject): boolean {
    const key = `${kind}/${namespace}/${name}`;
    const now = this.#options.clock.monotonic();
    const { left, at } = this.#allowances.get(key) ?? { left: burst, at: now };
    const refilled = Math.min(burst, left + (now - at) / refillPeriod);
    remember(this.#allowances, key, { left: Math.max(0, refilled - 1), at: now });
    return refilled >= 1;
  }

  async #write(occurrence: Occurrence, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    // The name is chosen once: if only the response was lost, the next attempt finds the event of this one.
    const event = this.#event(occurrence);
    for (let tries = 1; !signal.aborted; tries += 1) {
      try {
        return await this.#tryToWrite(occurrence, event, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ConnectionError && tries < mostTries) {
          await clock.sleep(backOffDelay(backOff, tries), signal).catch(() => {});
          continue;
        }
        this.#drop('failed');
        const { reason, subject } = occurrence;
        log.debug('an event could not be written', { reason, about: subject.name, error: String(error) });
        return;
      }
    }
  }

  async #tryToWrite(occurrence: Occurrence, event: ApiObject, signal: AbortSignal): Promise<void> {
    const { subject, type, reason, message } = occurrence;
    const key = JSON.stringify([subject, type, reason, message]);
    const known = this.#series.get(key);
    if (known !== undefined && (await this.#countUp(occurrence, known, signal))) return;
    try {
      await this.#events(subject).create(event, { signal });
    } catch (error) {
      // The name is random, so the existing event is from an earlier attempt.
      if (!isAlreadyExists(error)) throw error;
    }
    remember(this.#series, key, { name: event.metadata.name ?? '', count: 1 });
  }

  /** Increments the count. Resolves with false when the event does not exist any more: events expire. */
  async #countUp({ subject }: Occurrence, series: Series, signal: AbortSignal): Promise<boolean> {
    const change = { count: series.count + 1, lastTimestamp: formatTime(this.#options.clock.now()) };
    try {
      await this.#events(subject).patch(series.name, 'merge', change, { signal });
      series.count += 1;
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  #event({ subject, type, reason, message }: Occurrence): ApiObject {
    const { clock, component, host } = this.#options;
    const now = formatTime(clock.now());
    const namespace = subject.namespace ?? 'default';
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${subject.name}.${randomBytes(8).toString('hex')}`, namespace },
      involvedObject: { ...subject },
      type,
      reason,
      message,
      source: { component, ...(host === undefined ? {} : { host }) },
      reportingComponent: component,
      ...(host === undefined ? {} : { reportingInstance: host }),
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    };
  }

  #events(subject: EventSubject) {
    return this.#options.client
      .resource({ group: '', version: 'v1', resource: 'events' })
      .in(subject.namespace ?? 'default');
  }
}

/** Sets an entry as the newest one, and removes the oldest when there are too many. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= rememberedSeries) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
