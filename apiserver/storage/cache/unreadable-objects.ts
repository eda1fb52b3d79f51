// The objects of one resource that its cache cannot show, because their values cannot be read.

import type { CacheFault } from '../contract/resource-cache.ts';
import type { UnreadableValueError } from '../contract/store.ts';
import { compareKeys } from '../format/key-order.ts';

export class UnreadableObjects {
  readonly #now: () => number;
  readonly #errors = new Map<string, UnreadableValueError>();
  #since = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#errors.size;
  }

  keys(): Iterable<string> {
    return this.#errors.keys();
  }

  add(error: UnreadableValueError): void {
    if (this.#errors.size === 0) this.#since = this.#now();
    this.#errors.set(error.key, error);
  }

  /** True when the key was one of them. */
  delete(key: string): boolean {
    return this.#errors.delete(key);
  }

  clear(): void {
    this.#errors.clear();
  }

  fault(): CacheFault | undefined {
    let first: UnreadableValueError | undefined;
    for (const error of this.#errors.values()) {
      if (first === undefined || compareKeys(error.key, first.key) < 0) first = error;
    }
    return first === undefined ? undefined : { error: first, age: this.#now() - this.#since };
  }
}
