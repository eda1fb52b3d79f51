// Limits the concurrent calls of thousands of nodes to one server, with heartbeats first. Under
// overload, calls wait here instead of timing out at the server. A failing server gets fewer concurrent calls, then single ones
// with pauses, until it responds, so that no storm of retries and new connections keeps it down.

import type { ApiObject } from '../../shared/object/api-object.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { type BackOff, backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { ObjectApi } from '../connection/object-api.ts';

export interface CallGateOptions {
  /** Calls at a time while the server answers. */
  readonly most: number;
  readonly clock: Clock;
  /** After its abort no call starts; waiting calls reject with its reason. */
  readonly stopped?: AbortSignal;
  /** Numbers in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

/** The pause after failures in a row, without an answer in between. */
const rest: BackOff = { initial: 100, cap: 5_000, jitter: 0.5 };
/** Status codes of an overloaded server. */
const overloaded = [429, 503, 504];

interface Waiting {
  begin(): void;
  fail(reason: unknown): void;
}

export class CallGate {
  readonly #options: CallGateOptions;
  /** Calls at a time now. */
  #limit: number;
  #running = 0;
  // Arrays: V8 makes a busy Set a new table again and again, and those that it leaves behind keep finished calls alive.
  readonly #urgent: Waiting[] = [];
  readonly #others: Waiting[] = [];
  /** Failures in a row; those of calls that began before the last pause do not count again. */
  #failures = 0;
  #restedAt = Number.NEGATIVE_INFINITY;
  #resting = false;

  constructor(options: CallGateOptions) {
    this.#options = options;
    this.#limit = options.most;
    const { stopped } = options;
    stopped?.addEventListener('abort', () => this.#stop(stopped.reason), { once: true });
  }

  /** Does the call when there is room for it, the urgent ones first. Rejects as the call does, or when the gate is stopped. */
  async pass<T>(call: () => Promise<T>, urgent: boolean): Promise<T> {
    const { clock, stopped } = this.#options;
    stopped?.throwIfAborted();
    if (!this.#isOpen()) await this.#turn(urgent ? this.#urgent : this.#others);
    else this.#running += 1;
    const begun = clock.monotonic();
    try {
      const result = await call();
      this.#answered();
      return result;
    } catch (error) {
      if (stopped?.aborted !== true) this.#judge(error, begun);
      throw error;
    } finally {
      this.#running -= 1;
      this.#letIn();
    }
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.#urgent.length + this.#others.length;
  }

  #isOpen(): boolean {
    return !this.#resting && this.#running < this.#limit;
  }

  #turn(queue: Waiting[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        this.#running += 1;
        resolve();
      };
      queue.push({ begin, fail: reject });
    });
  }

  #stop(reason: unknown): void {
    for (const queue of [this.#urgent, this.#others]) {
      for (const waiting of queue.splice(0)) waiting.fail(reason);
    }
  }

  #letIn(): void {
    while (this.#isOpen()) {
      const first = this.#urgent.shift() ?? this.#others.shift();
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

/**
 * The same objects through the gate. `urgent`: before those of others. Calls end when the gate is stopped or their connection
 * is broken, not with a signal of their own: listeners of thousands of calls on signals that live for long, one beside the
 * other, would keep each other and their calls among the old objects.
 */
export function gated<T extends ApiObject>(api: ObjectApi<T>, gate: CallGate, urgent: boolean): ObjectApi<T> {
  return {
    get: (name) => gate.pass(() => api.get(name), urgent),
    create: (object) => gate.pass(() => api.create(object), urgent),
    update: (object) => gate.pass(() => api.update(object), urgent),
    patchStatus: (name, patch) => gate.pass(() => api.patchStatus(name, patch), urgent),
  };
}
