// What a case made on the target, and its removal, whatever became of the case. Removal is asked for, not waited for: a
// target that is slow to empty a namespace must not slow the run.

import type { Clock } from '../wire/time/clock.ts';
import { expectStatus } from '../wire/expect/status.ts';
import { limits } from '../wire/contract/limits.ts';
import type { Wire } from '../wire/exchange/wire.ts';

/** Paths to delete, the youngest first. */
export class Removal {
  readonly #paths: string[] = [];
  readonly #making = new Set<Promise<unknown>>();

  /** Remembers an object, whether it is there already or not. */
  add(path: string): void {
    this.#paths.push(path);
  }

  /** Remembers an object that is being made: its deletion waits for the answer. */
  async making<T>(path: string, made: Promise<T>): Promise<T> {
    this.add(path);
    this.#making.add(made);
    try {
      return await made;
    } finally {
      this.#making.delete(made);
    }
  }

  /**
   * Deletes all of it, best effort, within a bound; never throws. `cutShort`: a request of the case may still be on its
   * way, so that what is not there is looked at once more.
   */
  async run(wire: Wire, clock: Clock, cutShort: boolean): Promise<void> {
    await Promise.race([
      this.#run(wire, clock, cutShort),
      new Promise((resolve) => setTimeout(resolve, limits.request).unref()),
    ]);
  }

  async #run(wire: Wire, clock: Clock, cutShort: boolean): Promise<void> {
    await Promise.allSettled(this.#making);
    const absent = await removeAll(wire, this.#paths.toReversed());
    if (!cutShort || absent.length === 0) return;
    await clock.sleep(limits.brokenOff);
    await removeAll(wire, absent);
  }
}

/** Gives back what was not there. */
async function removeAll(wire: Wire, paths: readonly string[]): Promise<readonly string[]> {
  const absent: string[] = [];
  const deletions = paths.map(async (path) => {
    const exchange = await wire.delete(path);
    if (exchange.status === 404) absent.push(path);
    else expectStatus(exchange, 200, 202, 409);
  });
  await Promise.allSettled(deletions);
  return absent;
}
