// Rates from counters of processor time: the mean since the sample before. Runtimes measure rates too, but some since the
// last request of any client, which is useless with two clients: theirs count only where there is no counter, or one sample
// of it. Remembers one sample and one rate by key, and forgets keys that were not asked for lately.

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

  /** The usage with a rate, where there is a counter and a sample before. Counters that went back begin anew. */
  rated(key: string, usage: CpuUsage): CpuUsage {
    const { at, coreNanoseconds, nanoCores, ...others } = usage;
    if (coreNanoseconds === undefined) return usage;
    const rate = this.#rate(key, at, coreNanoseconds) ?? (nanoCores === 0 ? undefined : nanoCores);
    return { at, coreNanoseconds, ...others, ...(rate === undefined ? {} : { nanoCores: rate }) };
  }

  #rate(key: string, at: number, coreNanoseconds: number): number | undefined {
    const before = this.#samples.get(key);
    // Times are those of the measurement: after a clock that was set back nothing can be compared.
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
