// Measuring by comparison: contenders take turns in every round, so that a busy machine slows all of them, and a figure is
// the median of its rounds.

/** Seconds of load before a load generator begins to count: a process that has just started is slow by itself. */
export const warmUpSeconds = 1;

/** One way of doing the same work. `run` answers one figure, larger or smaller is better as its case says. */
export interface Contender {
  readonly name: string;
  run(round: number): Promise<number>;
}

export interface Figure {
  readonly name: string;
  readonly median: number;
  readonly rounds: readonly number[];
}

/** Runs every contender once in each round, starting with another one each time. */
export async function interleave(rounds: number, contenders: readonly Contender[]): Promise<readonly Figure[]> {
  const results = contenders.map(({ name }) => ({ name, rounds: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (turn + round) % contenders.length;
      const contender = contenders[index];
      if (contender !== undefined) results[index]?.rounds.push(await contender.run(round));
    }
  }
  return results.map(({ name, rounds: figures }) => ({ name, rounds: figures, median: median(figures) }));
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** The value below which this share of the figures lies; NaN for none. */
export function quantile(figures: readonly number[], share: number): number {
  if (figures.length === 0) return Number.NaN;
  const sorted = [...figures].sort((left, right) => left - right);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}
