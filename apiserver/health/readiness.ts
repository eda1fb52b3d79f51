// What the server knows about its own start and end: which start-up work is still open, and whether it is going down.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { HealthCheck } from './health-check.ts';

export class Readiness {
  readonly #clock: Clock;
  readonly #started: number;
  readonly #open = new Set<string>();
  readonly #hooks: readonly string[];
  /** Undefined: the caches are not filled yet. */
  #readable: (() => boolean) | undefined;
  #synced = false;
  #stopping = false;

  /** `hooks`: names of the work that must be done before the server is ready. */
  constructor(clock: Clock, hooks: readonly string[]) {
    this.#clock = clock;
    this.#started = clock.monotonic();
    this.#hooks = hooks;
    for (const hook of hooks) {
      this.#open.add(hook);
    }
  }

  done(hook: string): void {
    this.#open.delete(hook);
  }

  get ready(): boolean {
    return this.#isSynced() && this.#open.size === 0 && !this.#stopping;
  }

  /** Every cache shows what the store had at the start; but where `readable` says no, it lacks objects for now. */
  synced(readable: () => boolean = () => true): void {
    this.#readable = readable;
  }

  stopping(): void {
    this.#stopping = true;
  }

  /** One check per hook. Within `grace` milliseconds of the start an open one is forgiven (liveness). */
  hookChecks(grace = 0): readonly HealthCheck[] {
    return this.#hooks.map((hook) => ({
      name: `poststarthook/${hook}`,
      check: () => {
        if (this.#open.has(hook) && this.#clock.monotonic() - this.#started >= grace) {
          throw new Error('not finished');
        }
      },
    }));
  }

  /** Fails until the caches are filled, and never again: later changes are others' affair. */
  syncCheck(): HealthCheck {
    return {
      name: 'informer-sync',
      check: () => {
        if (this.#isSynced()) return;
        const isFilled = this.#readable !== undefined;
        throw new Error(isFilled ? 'objects that the server reads cannot be read' : 'the caches are not filled yet');
      },
    };
  }

  /** Fails from the moment the server begins to stop. */
  shutdownCheck(): HealthCheck {
    return {
      name: 'shutdown',
      check: () => {
        if (this.#stopping) {
          throw new Error('process is shutting down');
        }
      },
    };
  }

  #isSynced(): boolean {
    this.#synced ||= this.#readable?.() ?? false;
    return this.#synced;
  }
}
