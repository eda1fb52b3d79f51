// A queue of keys to work on. Duplicate additions of a key are merged, a key is never processed concurrently, and it is retried
// after a growing delay when the work fails. The object of a key is looked up at processing time, so a late
// worker sees the newest state.

import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';

/** Called for metrics. Durations in milliseconds. */
export interface QueueObserver {
  depth?(waiting: number): void;
  /** A key came that was not waiting yet. */
  added?(): void;
  /** A key got its turn after waiting so long. */
  started?(waited: number): void;
  finished?(took: number, failed: boolean): void;
  /** Called once, by a new queue: how long the current keys have been worked on, for metrics. */
  watching?(underWay: () => Iterable<number>): void;
}

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Default: 5 ms doubling to a minute. */
  readonly backOff?: BackOff;
  readonly random?: () => number;
  readonly observer?: QueueObserver | undefined;
  /** Called with each failure; the key is always retried. */
  readonly onError?: (key: string, error: unknown) => void;
}

/** Works on one key. A number asks for another turn after so many milliseconds; a rejection for one after the back-off. */
export interface Work {
  (key: string, signal: AbortSignal): Promise<number | void>;
}

const defaultBackOff: BackOff = { initial: 5, cap: 60_000 };

export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #clock: Clock;
  /** Keys waiting for a worker, in order, with when they came. */
  readonly #waiting = new Map<string, number>();
  /** Keys that have their turn, with since when. */
  readonly #working = new Map<string, number>();
  /** Keys that were added while they were worked on. */
  readonly #again = new Set<string>();
  readonly #delayed = new Map<string, { readonly due: number; readonly cancel: AbortController }>();
  readonly #failures = new Map<string, number>();
  #wake: (() => void)[] = [];

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#clock = options.clock;
    options.observer?.watching?.(() => {
      const now = this.#clock.monotonic();
      return [...this.#working.values()].map((since) => now - since);
    });
  }

  /** Keys waiting now; those with a delay do not count. */
  get depth(): number {
    return this.#waiting.size;
  }

  add(key: string): void {
    this.#undelay(key);
    if (this.#working.has(key)) {
      if (!this.#again.has(key)) this.#options.observer?.added?.();
      this.#again.add(key);
      return;
    }
    if (this.#waiting.has(key)) return;
    this.#options.observer?.added?.();
    this.#wait(key);
  }

  /** Lets the key wait for its turn; it is counted as added already. */
  #wait(key: string): void {
    this.#undelay(key);
    this.#waiting.set(key, this.#clock.monotonic());
    this.#options.observer?.depth?.(this.#waiting.size);
    this.#wake.shift()?.();
  }

  /** Adds the key after a time; the earlier of two delays counts, and a plain `add` comes before both. */
  addAfter(key: string, milliseconds: number): void {
    if (milliseconds <= 0) return this.add(key);
    const due = this.#clock.monotonic() + milliseconds;
    const known = this.#delayed.get(key);
    if (this.#waiting.has(key) || (known !== undefined && known.due <= due)) return;
    this.#undelay(key);
    const cancel = new AbortController();
    this.#delayed.set(key, { due, cancel });
    this.#clock.sleep(milliseconds, cancel.signal).then(
      () => this.add(key),
      () => {},
    );
  }

  /** Works with so many workers until the signal aborts; work under way is ended by the same signal and awaited. */
  async run(workers: number, work: Work, signal: AbortSignal): Promise<void> {
    const stop = (): void => {
      for (const wake of this.#wake.splice(0)) wake();
      for (const { cancel } of this.#delayed.values()) cancel.abort();
      this.#delayed.clear();
    };
    signal.addEventListener('abort', stop, { once: true });
    await Promise.all(Array.from({ length: workers }, () => this.#worker(work, signal)));
    signal.removeEventListener('abort', stop);
    stop();
  }

  async #worker(work: Work, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.#take();
      if (next === undefined) await new Promise<void>((resolve) => this.#wake.push(resolve));
      else await this.#turn(next, work, signal);
    }
  }

  async #turn(key: string, work: Work, signal: AbortSignal): Promise<void> {
    const start = this.#clock.monotonic();
    let failed = false;
    let after: number | undefined;
    try {
      after = (await work(key, signal)) ?? undefined;
      this.#failures.delete(key);
    } catch (error) {
      if (signal.aborted) return;
      failed = true;
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      after = backOffDelay(this.#options.backOff ?? defaultBackOff, failures, this.#options.random);
      this.#options.onError?.(key, error);
    } finally {
      this.#working.delete(key);
      this.#options.observer?.finished?.(this.#clock.monotonic() - start, failed);
    }
    // A change that came meanwhile does not jump the back-off: it would fail the same way, at full speed.
    const again = this.#again.delete(key);
    if (again && !failed) this.#wait(key);
    else if (after !== undefined) this.addAfter(key, after);
  }

  #take(): string | undefined {
    for (const [key, since] of this.#waiting) {
      this.#waiting.delete(key);
      this.#working.set(key, this.#clock.monotonic());
      this.#options.observer?.depth?.(this.#waiting.size);
      this.#options.observer?.started?.(this.#clock.monotonic() - since);
      return key;
    }
    return undefined;
  }

  #undelay(key: string): void {
    this.#delayed.get(key)?.cancel.abort();
    this.#delayed.delete(key);
  }
}
