// Rates from counters of processor time, for what nobody measures a rate of: the mean since the sample before. Remembers
// one sample and one rate by key, and forgets what was not asked for lately.

import type { CpuUsage } from '../cri/usage.ts';

/** Milliseconds between two samples below which a rate would be noise: the earlier rate holds on. */
const shortest = 1_000;
/** Milliseconds after which a key that nobody asked for is forgotten. */
const longest = 600_000;

interface Sample {
  readonly at: number;
  readonly coreNanoseconds: number;
  readonly rate: number | undefined;
}

export class CpuRates {
  readonly #samples = new Map<string, Sample>();

  /** The usage with a rate, where it has none and two samples are there. Counters that went back begin anew. */
  rated(key: string, usage: CpuUsage): CpuUsage {
    const { at, coreNanoseconds, nanoCores } = usage;
    if (coreNanoseconds === undefined || nanoCores !== undefined) return usage;
    const known = this.#samples.get(key);
    // Times are those of the measurement: after a clock that was set back nothing can be compared.
    const before = known !== undefined && known.at <= at ? known : undefined;
    if (before !== undefined && at - before.at < shortest) {
      return before.rate === undefined ? usage : { ...usage, nanoCores: before.rate };
    }
    const grown = before === undefined ? -1 : coreNanoseconds - before.coreNanoseconds;
    const rate = before === undefined || grown < 0 ? undefined : Math.round((grown / (at - before.at)) * 1000);
    this.#forget(at);
    this.#samples.set(key, { at, coreNanoseconds, rate });
    return rate === undefined ? usage : { ...usage, nanoCores: rate };
  }

  #forget(now: number): void {
    for (const [key, { at }] of this.#samples) if (now - at > longest) this.#samples.delete(key);
  }
}
