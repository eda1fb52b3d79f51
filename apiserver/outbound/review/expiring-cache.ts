// A cache of answers of remote services, with an expiration and a maximum size; the least recently used are evicted first.

import type { Clock } from '../../../shared/process/time/clock.ts';

interface Entry<V> {
  readonly until: number;
  readonly value: V;
}

export class ExpiringCache<V> {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: number;
  /** Used last comes last. */
  readonly #entries = new Map<string, Entry<V>>();

  constructor(clock: Pick<Clock, 'monotonic'>, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Undefined: not there, or too old. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#clock.monotonic()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** For so many milliseconds; 0 and less: not at all. */
  set(key: string, value: V, lifetime: number): void {
    this.#entries.delete(key);
    if (lifetime <= 0) return;
    this.#entries.set(key, { until: this.#clock.monotonic() + lifetime, value });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return;
      this.#entries.delete(oldest);
    }
  }
}
