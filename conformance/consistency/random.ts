// Reproducible random choices: a generator with a seed (mulberry32).

/** Returns an integer from 0 to below `limit`, which is at least 1. */
export type Choose = (limit: number) => number;

/** Returns the generator of a seed. `lane`: the number of a client, when several choose concurrently. */
export function choices(seed: number, lane: number): Choose {
  let state = (seed ^ Math.imul(lane + 1, 0x9e3779b1)) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
