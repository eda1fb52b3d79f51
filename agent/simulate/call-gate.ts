// Lets the calls of thousands of nodes through to one server: so many at a time, heartbeats before anything else. Under
// overload calls wait here instead of timing out there, and a server that fails is asked by fewer at once, then by one now
// and then, until it answers: no storm of repetitions and new connections keeps it down.

import type { ApiObject } from '../../shared/object/api-object.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { type BackOff, backOffDelay } from '../../shared/process/back-off.ts';
import type { Clock } from '../../shared/process/clock.ts';
import type { ObjectApi } from '../node/object-api.ts';

export interface CallGateOptions {
  /** Calls at a time while the server answers. */
  readonly most: number;
  readonly clock: Clock;
  /** Numbers in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

/** The pause after failures in a row, without an answer in between. */
const rest: BackOff = { initial: 100, cap: 5_000, jitter: 0.5 };
/** Answers by which a server says that it has too much to do. */
const overloaded = [429, 503, 504];

interface Waiting {
  begin(): void;
}

export class CallGate {
  readonly #options: CallGateOptions;
  /** Calls at a time now. */
  #limit: number;
  #running = 0;
  readonly #urgent = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  /** Failures in a row; those of calls that began before the last pause do not count again. */
  #failures = 0;
  #restedAt = Number.NEGATIVE_INFINITY;
  #resting = false;

  constructor(options: CallGateOptions) {
    this.#options = options;
    this.#limit = options.most;
  }

  /** Does the call when there is room for it. Rejects as the call does, or with the signal's reason while it waits. */
  async pass<T>(call: () => Promise<T>, { urgent, signal }: { urgent: boolean; signal?: AbortSignal }): Promise<T> {
    const { clock } = this.#options;
    if (!this.#isOpen()) await this.#turn(urgent ? this.#urgent : this.#others, signal);
    else this.#running += 1;
    const begun = clock.monotonic();
    try {
      const result = await call();
      this.#answered();
      return result;
    } catch (error) {
      if (signal?.aborted !== true) this.#judge(error, begun);
      throw error;
    } finally {
      this.#running -= 1;
      this.#letIn();
    }
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#urgent.size + this.#others.size;
  }

  #isOpen(): boolean {
    return !this.#resting && this.#running < this.#limit;
  }

  #turn(queue: Set<Waiting>, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.delete(waiting);
        reject(signal?.reason as Error);
      };
      const waiting = {
        begin: (): void => {
          queue.delete(waiting);
          signal?.removeEventListener('abort', leave);
          this.#running += 1;
          resolve();
        },
      };
      if (signal?.aborted === true) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(waiting);
    });
  }

  #letIn(): void {
    while (this.#isOpen()) {
      const [first = this.#others.values().next().value] = this.#urgent;
      if (first === undefined) return;
      first.begin();
    }
  }

  #answered(): void {
    this.#failures = 0;
    // One more for each answer: as many as before within as many answers.
    this.#limit = Math.min(this.#options.most, this.#limit + 1);
  }

  #judge(error: unknown, begun: number): void {
    if (error instanceof StatusError && !overloaded.includes(error.code)) return this.#answered();
    if (begun < this.#restedAt || this.#resting) return;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#failures += 1;
    void this.#rest();
  }

  /** The sleep of a system clock does not keep the process alive. */
  async #rest(): Promise<void> {
    const { clock, random } = this.#options;
    this.#resting = true;
    await clock.sleep(backOffDelay(rest, this.#failures, random));
    this.#resting = false;
    this.#restedAt = clock.monotonic();
    this.#letIn();
  }
}

/** The same objects through the gate. `urgent`: before those of others. */
export function gated<T extends ApiObject>(api: ObjectApi<T>, gate: CallGate, urgent: boolean): ObjectApi<T> {
  const through = <R>(call: () => Promise<R>, signal: AbortSignal | undefined): Promise<R> =>
    gate.pass(call, { urgent, ...(signal === undefined ? {} : { signal }) });
  return {
    get: (name, signal) => through(() => api.get(name, signal), signal),
    create: (object, signal) => through(() => api.create(object, signal), signal),
    update: (object, signal) => through(() => api.update(object, signal), signal),
    patchStatus: (name, patch, signal) => through(() => api.patchStatus(name, patch, signal), signal),
  };
}
