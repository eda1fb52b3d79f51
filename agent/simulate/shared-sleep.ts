// A clock on which thousands of loops sleep with one timer. What a sleep of seconds keeps alive moves to V8's old generation,
// whose collection pauses the process. So each sleep is one small entry of an array, and each signal has one listener for all
// the sleeps that it may end.

import type { Clock } from '../../shared/process/time/clock.ts';

/** The waits that one signal ends, in no order. */
type Group = Sleeper[];

interface Sleeper {
  readonly due: number;
  readonly group: Group | undefined;
  /** Where it stands in the heap and in its group. */
  place: number;
  slot: number;
  readonly wake: () => void;
  readonly fail: (reason: unknown) => void;
}

/** Time is that of another clock; only the waiting is shared. */
export class SharedSleep implements Clock {
  readonly #clock: Clock;
  /** A binary heap: no entry is due before its parent. */
  readonly #sleepers: Sleeper[] = [];
  readonly #groups = new WeakMap<AbortSignal, Group>();
  /** When the other clock is going to ring. */
  #rings = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const due = this.#clock.monotonic() + Math.max(0, milliseconds);
      const group = signal === undefined ? undefined : this.#groupOf(signal);
      const place = this.#sleepers.length;
      const sleeper = { due, group, place, slot: group?.length ?? 0, wake: resolve, fail: reject };
      group?.push(sleeper);
      this.#sleepers.push(sleeper);
      this.#rise(sleeper);
      this.#setTimer();
    });
  }

  #groupOf(signal: AbortSignal): Group {
    const known = this.#groups.get(signal);
    if (known !== undefined) return known;
    const group: Group = [];
    this.#groups.set(signal, group);
    const end = (): void => {
      for (let last = group.at(-1); last !== undefined; last = group.at(-1)) {
        this.#leave(last);
        last.fail(signal.reason);
      }
    };
    signal.addEventListener('abort', end, { once: true });
    return group;
  }

  #setTimer(): void {
    const { due = Number.POSITIVE_INFINITY } = this.#sleepers[0] ?? {};
    if (due >= this.#rings) return;
    this.#rings = due;
    void this.#ring(due);
  }

  async #ring(due: number): Promise<void> {
    await this.#clock.sleep(due - this.#clock.monotonic());
    // A later sleep was due earlier, and replaced this timer.
    if (this.#rings !== due) return;
    this.#rings = Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    for (let first = this.#sleepers[0]; first !== undefined && first.due <= now; first = this.#sleepers[0]) {
      this.#leave(first);
      first.wake();
    }
    this.#setTimer();
  }

  /** Takes a sleeper out of the heap and of its group; the last one of each takes its place. */
  #leave(sleeper: Sleeper): void {
    const { group } = sleeper;
    const lastOfGroup = group?.pop();
    if (group !== undefined && lastOfGroup !== undefined && lastOfGroup !== sleeper) {
      group[sleeper.slot] = lastOfGroup;
      lastOfGroup.slot = sleeper.slot;
    }
    const last = this.#sleepers.pop();
    if (last === undefined || last === sleeper) return;
    this.#put(last, sleeper.place);
    this.#rise(last);
    this.#sink(last);
  }

  #put(sleeper: Sleeper, place: number): void {
    this.#sleepers[place] = sleeper;
    sleeper.place = place;
  }

  #rise(sleeper: Sleeper): void {
    while (sleeper.place > 0) {
      const { place } = sleeper;
      const above = this.#sleepers[(place - 1) >>> 1];
      if (above === undefined || above.due <= sleeper.due) return;
      this.#put(sleeper, above.place);
      this.#put(above, place);
    }
  }

  #sink(sleeper: Sleeper): void {
    for (;;) {
      const { place } = sleeper;
      const left = this.#sleepers[2 * place + 1];
      const right = this.#sleepers[2 * place + 2];
      const below = right !== undefined && left !== undefined && right.due < left.due ? right : left;
      if (below === undefined || below.due >= sleeper.due) return;
      this.#put(sleeper, below.place);
      this.#put(below, place);
    }
  }
}
