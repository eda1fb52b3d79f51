// Properties: what holds for every input, tried with many that are made at random. An input that breaks it is made smaller
// until nothing can be left out, and told with the seed that makes it again.

import { type Arbitrary, asyncProperty, check, stringify } from 'fast-check';
import { ExpectationFailed } from '../wire/contract/failure.ts';

/** How a property is tried. */
export interface Trials {
  /** Inputs come from it: the same one makes the same inputs. */
  readonly seed: number;
  /** How many inputs. */
  readonly runs: number;
  /** Ends the trials. */
  readonly signal: AbortSignal;
}

/**
 * Resolves when the expectations of `look` held for every input. Throws ExpectationFailed about the smallest input that was
 * found for which they did not; any other error of `look` as it is.
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
  // An end of the case is no reason to look for a smaller input.
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
