// One mutant: switched on in fresh programs, it meets the cases that claim what its folder does, then the other cases that
// reach it, then the tests beside its file. The first that notices ends the trial.
import { runCases } from '../../dist/conformance/runner/run.js';
import { systemClock as clock } from '../../dist/conformance/wire/time/clock.js';
import { claimingAreas } from './areas.mjs';
import { benchOf, startBench } from './benches.mjs';
import { atStart } from './reach.mjs';

/** Milliseconds in which programs with a mutant have to come up. They take one to three seconds without. */
const patience = 15_000;
/** A case has this limit at least, and this many times what it takes without a mutant. */
const leastLimit = 20_000;
const slowness = 2.5;
/** Milliseconds above which a case is tried after the others, and by the claiming areas only. */
const slow = 8_000;

/**
 * What became of a mutant. `by`: the case or test file that noticed it, and `how`; or what it met in vain. `reached`: cases
 * that run its place.
 * @typedef {{ mutant: object, verdict: 'claiming case' | 'other case' | 'tests' | 'survived', by?: string, how?: string, reached: number, milliseconds: number }} Trial
 */

/**
 * @param {import('./instrument.mjs').Mutant} mutant
 * @param {{ recordings: object, cases: readonly object[], bin: string, vendor: string, parallel: number, signal: AbortSignal, tests: (mutant: object) => Promise<object | undefined> }} options
 * @returns {Promise<Trial>}
 */
export async function tryMutant(mutant, options) {
  const started = performance.now();
  const { reached, batches } = plan(mutant, options);
  const about = { mutant, reached };
  const done = (found) => ({ ...about, ...found, milliseconds: Math.round(performance.now() - started) });
  const noticed = await meetCases(mutant, batches, options);
  if (noticed !== undefined) return done(noticed);
  const failed = await options.tests(mutant);
  return done(failed === undefined ? { verdict: 'survived' } : { verdict: 'tests', ...failed });
}

/** The cases to try, in the order of the batches. */
function plan({ id, file }, { recordings, cases }) {
  const recording = recordings[benchOf(file)];
  const reachedBy = recording.reached.get(id) ?? new Set();
  const areas = claimingAreas(file);
  const sound = cases.filter((placed) => recording.cases.get(nameOf(placed))?.outcome === 'passed');
  const reaching = sound.filter((placed) => reachedBy.has(nameOf(placed)));
  // Whatever runs when a program starts is reached by every case that starts one; and what is made then, any case may use.
  const made = reachedBy.has(atStart);
  const running = made ? reaching.filter((placed) => !startsPrograms(placed)) : reaching;
  const claims = ({ area }) => areas.includes(area);
  const time = (placed) => recording.cases.get(nameOf(placed)).milliseconds;
  const isQuick = (placed) => time(placed) < slow;
  const batch = (verdict, some) => ({
    verdict,
    cases: some.sort((one, other) => time(one) - time(other)),
    limit: Math.max(leastLimit, slowness * Math.max(0, ...some.map(time))),
  });
  const ofArea = made && running.length === 0 ? sound.filter(claims) : running.filter(claims);
  const tried = new Set(ofArea);
  const others = reaching.filter((placed) => !tried.has(placed) && isQuick(placed));
  const batches = [
    batch('claiming case', ofArea.filter(isQuick)),
    batch('other case', others),
    batch(
      'claiming case',
      ofArea.filter((placed) => !isQuick(placed)),
    ),
  ];
  return { reached: reaching.length, batches: batches.filter((one) => one.cases.length > 0) };
}

function startsPrograms({ definition: { launch, needs = [] } }) {
  return launch !== undefined || needs.some((need) => need.startsWith('launch-'));
}

function nameOf({ area, definition }) {
  return `${area}/${definition.id}`;
}

/** The first case that notices, or how the programs did not come up; undefined: nothing was noticed. */
async function meetCases(mutant, batches, options) {
  if (batches.length === 0) return undefined;
  let bench;
  try {
    bench = await startWith(mutant, options);
  } catch (error) {
    options.signal.throwIfAborted();
    return { verdict: batches[0].verdict, by: 'start', how: oneLine(error.message) };
  }
  try {
    for (const batch of batches) {
      const bad = await meetBatch(mutant, bench, batch, options);
      if (bad !== undefined) return { verdict: batch.verdict, by: `${bad.area}/${bad.id}`, how: wordsOf(bad) };
    }
    return undefined;
  } finally {
    await bench.close();
  }
}

function startWith(mutant, { recordings, bin, vendor, signal }) {
  const kind = benchOf(mutant.file);
  const environment = { ORCHKIT_MUTANT: mutant.id };
  return startBench(kind, { bin, vendor, features: recordings[kind].features, patience, signal, environment });
}

/** A case that got no further may have waited for the machine: it has to wait in vain once more, alone, in fresh programs. */
async function meetBatch(mutant, bench, { cases, limit }, options) {
  const { parallel, signal } = options;
  for (let left = cases; left.length > 0; ) {
    const bad = await firstBad(bench, left, { parallel, signal, caseLimit: limit });
    if (bad === undefined || !bad.message?.startsWith('no result within')) return bad;
    const waiting = left.filter((placed) => nameOf(placed) === `${bad.area}/${bad.id}`);
    const fresh = await startWith(mutant, options);
    try {
      const again = await firstBad(fresh, waiting, { parallel: 1, signal, caseLimit: limit });
      if (again !== undefined) return again;
    } finally {
      await fresh.close();
    }
    left = left.filter((placed) => !waiting.includes(placed));
  }
  return undefined;
}

/** Runs the cases until one fails. Those that still run then come to nothing when the programs end. */
async function firstBad(bench, cases, { parallel, signal, caseLimit }) {
  const noticed = new AbortController();
  let bad;
  const onResult = (result) => {
    if (bad !== undefined || (result.outcome !== 'failed' && result.outcome !== 'errored')) return;
    bad = result;
    noticed.abort(new Error('noticed'));
  };
  const until = AbortSignal.any([signal, noticed.signal]);
  const running = runCases(cases, { ...bench, clock, parallel, caseLimit, signal: until, onResult });
  await Promise.race([running, new Promise((resolve) => until.addEventListener('abort', resolve, { once: true }))]);
  running.catch(() => {});
  signal.throwIfAborted();
  return bad;
}

function wordsOf(result) {
  if (result.outcome === 'errored') return oneLine(result.message);
  return oneLine(`${result.what}: ${result.expected}, got ${result.got}`);
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}
