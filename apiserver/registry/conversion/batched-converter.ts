// Conversion by another program. Objects of concurrent requests are sent in one call; the number of concurrent calls is limited, and
// each has a timeout. Objects that wait for a free call are joined to later ones: a slow program gets larger calls, not more.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { ConversionRequest, VersionConverter } from '../contract/version-converter.ts';
import type { ConversionMetrics } from '../contract/conversion-metrics.ts';
import { Deadlines } from '../../../shared/process/time/deadlines.ts';

/** As `VersionConverter.convert`, for one target version. The signal aborts when all requests that wait for the call have ended. */
export type ConversionCall = (
  objects: readonly ApiObject[],
  apiVersion: string,
  signal: AbortSignal,
) => Promise<readonly ApiObject[]>;

export interface ConversionLimits {
  /** Objects of one call. */
  readonly objects: number;
  /** Calls that run at the same time. */
  readonly calls: number;
  /** Milliseconds after which a call has failed. */
  readonly timeout: number;
}

/** Objects that wait. */
interface Asked {
  readonly objects: readonly ApiObject[];
  readonly apiVersion: string;
  readonly resolve: (objects: readonly ApiObject[]) => void;
  readonly reject: (error: unknown) => void;
  /** Part of a call that failed: it is tried again without the others, which may have been the reason. */
  alone: boolean;
  /** The request that waits for these objects has ended. */
  over: boolean;
  call: Call | undefined;
}

interface Call {
  readonly controller: AbortController;
  readonly batch: readonly Asked[];
}

export class BatchedConverter implements VersionConverter {
  readonly atOnce: number;
  readonly #call: ConversionCall;
  readonly #limits: ConversionLimits;
  readonly #clock: Clock;
  readonly #deadlines: Deadlines;
  readonly #metrics: ConversionMetrics | undefined;
  readonly #leavers = new WeakMap<AbortSignal, Set<() => void>>();
  #waiting: Asked[] = [];
  #running = 0;
  #starting = false;

  constructor(call: ConversionCall, limits: ConversionLimits, clock: Clock, metrics?: ConversionMetrics) {
    this.atOnce = limits.objects;
    this.#call = call;
    this.#limits = limits;
    this.#clock = clock;
    this.#deadlines = new Deadlines(clock);
    this.#metrics = metrics;
  }

  async convert(
    objects: readonly ApiObject[],
    apiVersion: string,
    { signal }: ConversionRequest,
  ): Promise<readonly ApiObject[]> {
    const parts: Promise<readonly ApiObject[]>[] = [];
    for (let from = 0; from < objects.length; from += this.atOnce) {
      parts.push(this.#ask(objects.slice(from, from + this.atOnce), apiVersion, signal));
    }
    const converted = await Promise.all(parts);
    return converted.length === 1 ? (converted[0] ?? []) : converted.flat();
  }

  #ask(objects: readonly ApiObject[], apiVersion: string, signal: AbortSignal): Promise<readonly ApiObject[]> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = (): void => {
        asked.over = true;
        reject(signal.reason);
        this.#leave(asked);
      };
      const settle = (): void => {
        stop();
        if (!asked.over) this.#metrics?.waits(-objects.length);
      };
      const asked: Asked = {
        objects,
        apiVersion,
        resolve: (converted) => {
          settle();
          resolve(converted);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        alone: false,
        over: false,
        call: undefined,
      };
      const stop = this.#onAbort(signal, leave);
      this.#metrics?.waits(objects.length);
      this.#enqueue(asked);
    });
  }

  /** One listener for each signal: a stream may wait for hundreds of conversions. */
  #onAbort(signal: AbortSignal, leave: () => void): () => void {
    let leavers = this.#leavers.get(signal);
    if (leavers === undefined) {
      const all = new Set<() => void>();
      signal.addEventListener(
        'abort',
        () => {
          for (const each of all) each();
        },
        { once: true },
      );
      this.#leavers.set(signal, (leavers = all));
    }
    leavers.add(leave);
    return () => leavers.delete(leave);
  }

  #enqueue(asked: Asked): void {
    this.#waiting.push(asked);
    if (this.#starting) return;
    this.#starting = true;
    // Requests of the same turn of the event loop share a call.
    queueMicrotask(() => {
      this.#starting = false;
      this.#start();
    });
  }

  #start(): void {
    while (this.#running < this.#limits.calls && this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      this.#running += 1;
      void this.#run(batch).finally(() => {
        this.#running -= 1;
        this.#start();
      });
    }
  }

  /** The first that waits, and others of the same version as long as they fit. */
  #nextBatch(): readonly Asked[] {
    const [first] = this.#waiting;
    if (first === undefined) return [];
    const batch: Asked[] = [];
    const later: Asked[] = [];
    let room = this.#limits.objects;
    for (const asked of this.#waiting) {
      const fits = asked === first || (!first.alone && !asked.alone && asked.objects.length <= room);
      if (fits && asked.apiVersion === first.apiVersion) {
        batch.push(asked);
        room -= asked.objects.length;
      } else {
        later.push(asked);
      }
    }
    this.#waiting = later;
    return batch;
  }

  async #run(batch: readonly Asked[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    for (const asked of batch) asked.call = { controller, batch };
    const objects = batch.flatMap((asked) => asked.objects);
    const started = this.#clock.monotonic();
    const { timeout } = this.#limits;
    const deadline = this.#deadlines.begin(timeout, () =>
      controller.abort(new Error(`the conversion to ${first.apiVersion} took longer than ${timeout / 1000} s`)),
    );
    let succeeded = false;
    try {
      const converted = await untilAborted(
        // What is sent stays as it is: it may have to be sent once more.
        this.#call(batch.length === 1 ? objects : structuredClone(objects), first.apiVersion, signal),
        signal,
      );
      if (converted.length !== objects.length) {
        throw new Error(
          `the conversion to ${first.apiVersion} returned ${converted.length} objects, expected ${objects.length}`,
        );
      }
      succeeded = true;
      let from = 0;
      for (const asked of batch) asked.resolve(converted.slice(from, (from += asked.objects.length)));
    } catch (error) {
      this.#failed(batch, error, signal.aborted);
    } finally {
      this.#deadlines.meet(deadline);
      this.#metrics?.called((this.#clock.monotonic() - started) / 1000, objects.length, succeeded);
    }
  }

  /** A failed batch is retried one object at a time, except after a timeout. */
  #failed(batch: readonly Asked[], error: unknown, aborted: boolean): void {
    for (const asked of batch) {
      if (asked.over) continue;
      if (batch.length === 1 || aborted) {
        asked.reject(error);
        continue;
      }
      asked.alone = true;
      this.#waiting.push(asked);
    }
  }

  /** Ends the wait of one request. Aborts its call when no other request waits for that. */
  #leave(asked: Asked): void {
    this.#waiting = this.#waiting.filter((one) => one !== asked);
    this.#metrics?.waits(-asked.objects.length);
    const { call } = asked;
    if (call === undefined || call.batch.some(({ over }) => !over)) return;
    call.controller.abort(new Error('every request that waited for the conversion has ended'));
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
