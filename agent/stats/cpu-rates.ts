// CPU rates from counters of CPU time: the mean since the previous sample. Some runtimes measure rates since the last request
// of any client, which is wrong with two clients. So their rates are used only without a counter, or with one sample of it.
// Keeps one sample and one rate for each key, and drops keys that were not requested recently.

import type { CpuUsage } from '../cri/usage.ts';

/** Milliseconds between two samples below which a rate would be noise: the earlier rate holds on. */
const shortest = 1_000;
/** The same while there is no earlier rate. */
const shortestFirst = 100;
/** Milliseconds after which a key that was not asked for is forgotten. */
const longest = 600_000;

interface Sample {
  readonly at: number;
  readonly coreNanoseconds: number;
  readonly rate: number | undefined;
}

export class CpuRates {
  readonly #samples = new Map<string, Sample>();

  /** The usage with a rate, if there is a counter and a previous sample. A decreased counter is treated as a first sample. */
  rated(key: string, usage: CpuUsage): CpuUsage {
    const { at, coreNanoseconds, nanoCores, ...others } = usage;
    if (coreNanoseconds === undefined) return usage;
    const rate = this.#rate(key, at, coreNanoseconds) ?? (nanoCores === 0 ? undefined : nanoCores);
    return { at, coreNanoseconds, ...others, ...(rate === undefined ? {} : { nanoCores: rate }) };
  }

  #rate(key: string, at: number, coreNanoseconds: number): number | undefined {
    const before = this.#samples.get(key);
    // Times are those of the measurement: after the clock was set back, samples cannot be compared.
    if (before === undefined || before.at > at || before.coreNanoseconds > coreNanoseconds) {
      this.#forget(at);
      this.#samples.set(key, { at, coreNanoseconds, rate: undefined });
      return undefined;
    }
    const passed = at - before.at;
    if (passed < (before.rate === undefined ? shortestFirst : shortest)) return before.rate;
    const rate = Math.round(((coreNanoseconds - before.coreNanoseconds) / passed) * 1000);
    // The first sample stays until a rate since it means something.
    if (passed >= shortest) this.#samples.set(key, { at, coreNanoseconds, rate });
    return rate;
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#samples) if (now - at > longest) this.#samples.delete(key);
  }
}
