// Memory for the bodies of requests that are still being sent. Clients that begin large bodies and never end them would
// otherwise fill it: beyond the limit the oldest body is dropped, and its request answered with 429.

import type { Metrics } from '../../../../shared/process/metric/metrics.ts';

/** Bytes of unfinished bodies of all connections together. */
const bodyMemory = 128 * 1024 * 1024;

/** A body that is still being sent. */
export interface UnfinishedBody {
  /** Drops the received data, and refuses the request. */
  giveUp(): void;
}

/** One per server. */
export class BodyBudget {
  readonly #limit: number;
  /** Those that began first come first. */
  readonly #held = new Map<UnfinishedBody, number>();
  #total = 0;
  #givenUp = 0;

  constructor(limit = bodyMemory) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  /** Number of dropped bodies. */
  get givenUp(): number {
    return this.#givenUp;
  }

  /** The body takes so many bytes now. */
  hold(body: UnfinishedBody, bytes: number): void {
    this.#total += bytes - (this.#held.get(body) ?? 0);
    this.#held.set(body, bytes);
    while (this.#total > this.#limit) {
      const [oldest] = this.#held.keys();
      if (oldest === undefined) return;
      this.release(oldest);
      this.#givenUp += 1;
      oldest.giveUp();
    }
  }

  /** The body is whole, or gone. Repeatable. */
  release(body: UnfinishedBody): void {
    this.#total -= this.#held.get(body) ?? 0;
    this.#held.delete(body);
  }
}

export function recordBodies(metrics: Metrics, budget: BodyBudget): void {
  metrics
    .gauge({
      name: 'apiserver_unfinished_body_bytes',
      help: 'Memory of request bodies that are still being sent.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: budget.total }]);
  metrics
    .counter({
      name: 'apiserver_given_up_bodies_total',
      help: 'Request bodies that were aborted because too many were being sent.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: budget.givenUp }]);
}
