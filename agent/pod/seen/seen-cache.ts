// What the runtime has of one pod, read again only when something may have changed: the runtime is asked four times for each reading, and a
// pod that is well is looked at every minute.

import type { Clock } from '../../../shared/process/time/clock.ts';
import { type PodReaderOptions, readPod } from './pod-reader.ts';
import { nothingSeen, type SeenPod } from './seen-pod.ts';

/** Milliseconds after which it is read again, whatever was told. */
const longestTrust = 300_000;

export class SeenCache {
  readonly #host: PodReaderOptions & { readonly clock: Clock };
  #seen: SeenPod = nothingSeen;
  #isFresh = false;
  /** Monotonic milliseconds. */
  #readAt = 0;

  constructor(host: PodReaderOptions & { readonly clock: Clock }) {
    this.#host = host;
  }

  /** As it was read last. */
  get last(): SeenPod {
    return this.#seen;
  }

  /** Something has changed, or is about to: the next reading asks the runtime. */
  outdate(): void {
    this.#isFresh = false;
  }

  /** Rejects with RuntimeError. */
  async read(uid: string, signal: AbortSignal): Promise<SeenPod> {
    const now = this.#host.clock.monotonic();
    if (this.#isFresh && now - this.#readAt < longestTrust) return this.#seen;
    // What changes while it is read outdates it.
    this.#isFresh = true;
    try {
      this.#seen = await readPod(this.#host, uid, signal);
    } catch (error) {
      this.#isFresh = false;
      throw error;
    }
    this.#readAt = now;
    return this.#seen;
  }
}
