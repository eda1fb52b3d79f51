// Starts programs with one mutant, and decides whether the mutant is the reason when they do not come up. A busy machine may be
// the reason too, so programs without mutants are started right after them for comparison.
import { benchOf, startBench } from './benches.mjs';

/** Milliseconds in which programs have to come up. They take one to three seconds on a quiet machine. */
const patience = 120_000;
/** When programs take this many times longer than those without mutants, the mutant is the reason. */
const slower = 4;

/** Thrown when the machine is too slow to decide whether a mutant was noticed. */
export class Undecided extends Error {}

/**
 * Starts the programs with the mutant. `bench`; or `failure`, the reason why they do not come up with it: they ended, or took
 * several times as long as good ones. Throws Undecided when good programs are too slow as well.
 * @returns {Promise<{ bench?: import('./benches.mjs').Bench, failure?: string }>}
 */
export async function startMutated(mutant, options) {
  const kind = benchOf(mutant.file);
  const started = performance.now();
  try {
    const { faulty: bin = options.bin } = options;
    return { bench: await start(kind, { ORCHKIT_MUTANT: mutant.id }, { ...options, bin }) };
  } catch (error) {
    options.signal.throwIfAborted();
    const took = performance.now() - started;
    const usual = await startOfGood(kind, options);
    if (took < patience || usual * slower < patience) return { failure: error.message };
    throw new Undecided(`programs start too slowly: good ones in ${Math.round(usual)} ms`);
  }
}

/** Starts good programs, ends them again, and resolves with the milliseconds they took. Throws Undecided when they do not come up. */
async function startOfGood(kind, options) {
  const started = performance.now();
  let bench;
  try {
    bench = await start(kind, {}, options);
  } catch (error) {
    options.signal.throwIfAborted();
    throw new Undecided(`good programs do not start either: ${error.message}`);
  }
  const took = performance.now() - started;
  await bench.close();
  return took;
}

/** Fresh programs with no mutant. */
export async function startGood(mutant, options) {
  return start(benchOf(mutant.file), {}, options);
}

function start(kind, environment, { recordings, bin, vendor, signal }) {
  return startBench(kind, { bin, vendor, features: recordings[kind].features, patience, signal, environment });
}
