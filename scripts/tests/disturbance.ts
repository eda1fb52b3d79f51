// Random delays as on a busy machine: file operations and DNS lookups complete late, so that concurrent operations end in another
// order, and the whole process pauses now and then. Delays do not change results, errors or the order of the calls of one
// caller.

import type { Dice } from '../../fixtures/history/dice.ts';

export interface Disturbance {
  /** Above 0; how often and how long: at 1 about every third operation by up to 25 ms, and a fifth of the time lost. */
  readonly level: number;
  readonly dice: Dice;
  /** As `setTimeout`, which a test may have replaced by the time it is needed. */
  readonly after: (act: () => void, milliseconds: number) => void;
}

/** An object of functions, such as a module. */
export type Functions = Record<string, unknown>;

/** Milliseconds for one operation; for most 0. */
function delay({ level, dice }: Disturbance): number {
  return dice.next() < 0.35 * level ? dice.next() * 25 * level : 0;
}

/** Has the named functions that answer a promise begin late and settle late. A name that is no function is passed over. */
export function delayPromises(owner: Functions, names: readonly string[], disturbance: Disturbance): void {
  const pause = (): Promise<void> | undefined => {
    const milliseconds = delay(disturbance);
    return milliseconds === 0 ? undefined : new Promise((resolve) => disturbance.after(resolve, milliseconds));
  };
  replace(
    owner,
    names,
    (real) =>
      async function (this: unknown, ...args: unknown[]) {
        await pause();
        try {
          return await Reflect.apply(real, this, args);
        } finally {
          await pause();
        }
      },
  );
}

/** Has the named functions, whose last argument is a callback, call it late. A name that is no function is passed over. */
export function delayCallbacks(owner: Functions, names: readonly string[], disturbance: Disturbance): void {
  replace(
    owner,
    names,
    (real) =>
      function (this: unknown, ...args: unknown[]) {
        const callback = args.at(-1);
        const milliseconds = delay(disturbance);
        if (typeof callback === 'function' && milliseconds > 0) {
          args[args.length - 1] = (...results: unknown[]) =>
            disturbance.after(() => Reflect.apply(callback, undefined, results), milliseconds);
        }
        return Reflect.apply(real, this, args);
      },
  );
}

function replace(owner: Functions, names: readonly string[], wrapped: (real: Callable) => Callable): void {
  for (const name of names) {
    const real = owner[name];
    if (typeof real !== 'function') continue;
    // With all properties of the original that callers use: its name, what `promisify` needs, `realpath.native`.
    owner[name] = Object.defineProperties(wrapped(real as Callable), Object.getOwnPropertyDescriptors(real));
  }
}

type Callable = (...args: unknown[]) => unknown;

/** Stops at random, for as long as the process lives. `stop` returns after so many milliseconds in which nothing else ran. */
export function stopNowAndThen(disturbance: Disturbance, stop: (milliseconds: number) => void): void {
  const { level, dice, after } = disturbance;
  const next = (): void => {
    // Mostly what a neighbour takes of the processor, now and then what a sleeping machine does.
    stop(dice.next() < 0.1 ? 100 + dice.next() * 500 * level : dice.next() * 60 * level);
    after(next, 20 + (dice.next() * 400) / level);
  };
  after(next, dice.next() * 300);
}
