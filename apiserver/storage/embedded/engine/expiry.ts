// Which keys the store has to remove by itself, and when, to the second. Every write with a lifetime adds one entry. A
// later write of the key makes the entry void: its revision is then no longer the current one.

import BTreeModule from 'sorted-btree';

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import type { Loop } from '../../../../shared/process/loop/loop.ts';
import type { KeyVersion, Store } from '../../contract/store.ts';

const BTree = BTreeModule.default;

export class ExpiryQueue {
  /** Second since the epoch -> what ends in it. */
  readonly #seconds = new BTree<number, KeyVersion[]>();

  /** `expires` in milliseconds since the epoch. */
  add(version: KeyVersion, expires: number): void {
    const second = Math.ceil(expires / 1000);
    const sameSecond = this.#seconds.get(second);
    if (sameSecond === undefined) this.#seconds.set(second, [version]);
    else sameSecond.push(version);
  }

  /** Takes out what ended before `now` (milliseconds since the epoch), the oldest first; at most so many. */
  takeDue(now: number, most: number): KeyVersion[] {
    const due: KeyVersion[] = [];
    for (let first = this.#seconds.minKey(); first !== undefined; first = this.#seconds.minKey()) {
      if (first * 1000 > now) break;
      const versions = this.#seconds.get(first) ?? [];
      for (const version of versions.splice(0, most - due.length)) due.push(version);
      if (versions.length > 0) break;
      this.#seconds.delete(first);
    }
    return due;
  }
}

export interface SweeperOptions {
  readonly queue: ExpiryQueue;
  /** The removals are ordinary guarded writes: a key that was written again stays. */
  readonly store: Pick<Store, 'commit'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Removals submitted at a time: after a stop of an hour all that ended meanwhile is due, and clients write as well. */
const mostAtOnce = 500;

/** Removes expired keys, once a second. Failed removals are retried a second later. */
export function expirySweeper({ queue, store, clock, log }: SweeperOptions): Loop {
  /** Answers whether there may be more. */
  async function sweep(now: number): Promise<boolean> {
    const due = queue.takeDue(now, mostAtOnce);
    const removals = due.map(({ key, revision }) => store.commit({ key, value: undefined, expected: revision }));
    const failures: unknown[] = [];
    for (const [at, result] of (await Promise.allSettled(removals)).entries()) {
      const version = due[at];
      if (result.status === 'fulfilled' || version === undefined) continue;
      failures.push(result.reason);
      queue.add(version, clock.now() + 1000);
    }
    if (failures.length > 0)
      log.warn('expired keys could not be removed', { count: failures.length, error: failures[0] });
    return failures.length === 0 && due.length === mostAtOnce;
  }
  return {
    name: 'expiry-sweeper',
    async run(signal) {
      while (!signal.aborted) {
        await clock.sleep(1000, signal).catch(() => {});
        const now = clock.now();
        while (!signal.aborted && (await sweep(now)));
      }
    },
  };
}
