// Property tests: a property must hold for every input, and is tried with many random ones. A failing input is shrunk
// to the smallest one and reported with its seed.

import { type Arbitrary, asyncProperty, check, stringify } from 'fast-check';
import { ExpectationFailed } from '../wire/contract/failure.ts';

/** How a property is tried. */
export interface Trials {
  /** The seed of the random inputs: the same seed gives the same inputs. */
  readonly seed: number;
  /** The number of inputs. */
  readonly runs: number;
  /** Stops the trials. */
  readonly signal: AbortSignal;
}

/**
 * Resolves when `look` succeeded for every input. Throws ExpectationFailed with the smallest failing input. Rethrows
 * any other error of `look` unchanged.
 */
export async function expectForAll<T>(
  what: string,
  inputs: Arbitrary<T>,
  look: (input: T) => Promise<void>,
  { seed, runs, signal }: Trials,
): Promise<void> {
  const property = asyncProperty(inputs, async (input) => {
    signal.throwIfAborted();
    await look(input);
  });
  // The abort of the case is rethrown below, so that it does not count as a finding.
  const details = await check(property, {
    seed,
    numRuns: runs,
    skipEqualValues: true,
    interruptAfterTimeLimit: 60_000,
  });
  signal.throwIfAborted();
  if (!details.failed || details.counterexample === null) return;
  const error: unknown = details.errorInstance;
  if (!(error instanceof ExpectationFailed)) throw error;
  const input = stringify(details.counterexample[0]);
  throw new ExpectationFailed(`${what}, for ${input} (--seed ${seed}): ${error.what}`, error.expected, error.got);
}
