// A map whose entries expire. When it is full, the oldest entry is removed. It caches the results of delegated authentication
// and authorization.

import type { Clock } from '../../../shared/process/time/clock.ts';

export class ExpiringMap<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly until: number }>();
  readonly #clock: Clock;
  readonly #capacity: number;

  constructor(clock: Clock, capacity = 1024) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  /** Undefined when there is none or its time is over. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.#clock.monotonic()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: V, lifetime: number): void {
    this.#entries.delete(key);
    const oldest = this.#entries.size >= this.#capacity ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, { value, until: this.#clock.monotonic() + lifetime });
  }
}
