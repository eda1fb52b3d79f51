// Deletes the objects that a case created, however the case ended. It sends the delete requests and does not wait for
// the objects to go: a target that empties a namespace slowly must not slow the run.

import type { Clock } from '../wire/time/clock.ts';
import { expectStatus } from '../wire/expect/status.ts';
import { limits } from '../wire/contract/limits.ts';
import type { Wire } from '../wire/exchange/wire.ts';

/** Paths to delete, the newest first. */
export class Removal {
  readonly #paths: string[] = [];
  readonly #making = new Set<Promise<unknown>>();

  /** Adds the path of an object, which may not exist yet. */
  add(path: string): void {
    this.#paths.push(path);
  }

  /** Adds an object that is being created: its deletion waits for the response. */
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
   * Deletes all objects, best effort, within a time limit; never throws. `cutShort`: a request of the case may still be
   * in flight, so objects that were missing are deleted a second time.
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

/** Deletes the paths and returns those that did not exist. */
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
