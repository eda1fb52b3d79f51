// One mutant: switched on, it meets the cases that claim what its folder does, then the other cases that reach it, then the tests
// beside its file. The first that notices ends the trial. It meets them in programs that run, unless it is reached when they start.
import { setTimeout as sleep } from 'node:timers/promises';
import { runCases } from '../../dist/conformance/runner/run.js';
import { systemClock as clock } from '../../dist/conformance/wire/time/clock.js';
import { claimingAreas } from './areas.mjs';
import { benchOf, startBench } from './benches.mjs';
import { atStart } from './reach.mjs';

/** Milliseconds in which programs with a mutant have to come up. They take one to three seconds without. */
const patience = 15_000;
/** And what they have when they did not: that may have been the machine, which many programs start on at once. */
const patienceAgain = 60_000;
/** A case has this limit at least, more when it meets the mutant again, and this many times what it takes without a mutant. */
const leastLimit = 6_000;
const leastLimitAgain = 12_000;
const slowness = 2.5;
/** Milliseconds above which a case is tried after quicker ones; and after all others, by the claiming areas only. */
const slower = 1_500;
const slow = 8_000;
/** Milliseconds for the cases that still run when one has noticed, to end and take away what they made. */
const settling = 5_000;

/**
 * What became of a mutant. `by`: the case or test file that noticed it, and `how`; or what it met in vain. `reached`: cases
 * that run its place.
 * @typedef {{ mutant: object, verdict: 'claiming case' | 'other case' | 'tests' | 'survived', by?: string, how?: string, reached: number, milliseconds: number }} Trial
 */

/**
 * @param {import('./instrument.mjs').Mutant} mutant
 * @param {{ recordings: object, cases: readonly object[], bin: string, vendor: string, parallel: number, lane: import('./lane.mjs').Lane, signal: AbortSignal, tests: (mutant: object) => Promise<object | undefined> }} options
 * @returns {Promise<Trial>}
 */
export async function tryMutant(mutant, options) {
  const started = performance.now();
  const { reached, made, batches } = plan(mutant, options);
  const about = { mutant, reached };
  const done = (found) => ({ ...about, ...found, milliseconds: Math.round(performance.now() - started) });
  const noticed = await meetCases(mutant, { made, batches }, options);
  if (noticed !== undefined) return done(noticed);
  const failed = await options.tests(mutant);
  return done(failed === undefined ? { verdict: 'survived' } : { verdict: 'tests', ...failed });
}

/** The cases to try, in the order of the batches; `made`: the place runs when a program starts. */
function plan({ id, file }, { recordings, cases }) {
  const recording = recordings[benchOf(file)];
  const reachedBy = recording.reached.get(id) ?? new Set();
  const areas = claimingAreas(file);
  const sound = cases.filter((placed) => recording.cases.get(nameOf(placed))?.outcome === 'passed');
  const reaching = sound.filter((placed) => reachedBy.has(nameOf(placed)));
  // Whatever runs when a program starts is reached by every case that starts one; and what is made then, any case may use.
  const made = reachedBy.has(atStart);
  const running = made ? reaching.filter((placed) => !startsPrograms(placed)) : reaching;
  const claims = ({ area }) => areas.length === 0 || areas.includes(area);
  const time = (placed) => recording.cases.get(nameOf(placed)).milliseconds;
  const ofArea = made && running.length === 0 ? sound.filter(claims) : running.filter(claims);
  const tried = new Set(ofArea);
  const others = reaching.filter((placed) => !tried.has(placed));
  const batch = (verdict, some, least, below) => {
    const chosen = some.filter((placed) => time(placed) >= least && time(placed) < below);
    const limit = Math.max(leastLimit, slowness * Math.max(0, ...chosen.map(time)));
    return { verdict, limit, cases: chosen.sort((one, other) => time(one) - time(other)) };
  };
  const batches = [
    batch('claiming case', ofArea, 0, slower),
    batch('claiming case', ofArea, slower, slow),
    batch('other case', others, 0, slower),
    batch('other case', others, slower, slow),
    batch('claiming case', ofArea, slow, Number.POSITIVE_INFINITY),
  ];
  return { reached: reaching.length, made, batches: batches.filter((one) => one.cases.length > 0) };
}

function startsPrograms({ definition: { launch, needs = [] } }) {
  return launch !== undefined || needs.some((need) => need.startsWith('launch-'));
}

function nameOf({ area, definition }) {
  return `${area}/${definition.id}`;
}

/** The first case that notices, or how the programs did not come up; undefined: nothing was noticed. */
async function meetCases(mutant, { made, batches }, options) {
  if (batches.length === 0) return undefined;
  if (made) return meetInFresh(mutant, batches, options);
  // Once more, in programs that met no other, where what was noticed may come of an earlier mutant.
  const met = (await meetInKept(mutant, batches, options)) ?? (await meetInKept(mutant, batches, options));
  return met?.found;
}

/** In programs of the lane, which the next mutant meets too. `{ found }`; undefined: what was found may be another's doing. */
async function meetInKept(mutant, batches, options) {
  const { lane } = options;
  const kind = benchOf(mutant.file);
  const programs = await lane.programs(kind);
  const isFirst = programs.met === 0;
  programs.met += 1;
  if (!(await programs.turn(mutant.id))) {
    await lane.drop(kind);
    return { found: await meetInFresh(mutant, batches, options) };
  }
  const { bad, batch, settled } = await meetBatches(mutant, programs.bench, batches, options);
  const isSound =
    (await programs.turn('')) && settled && (bad === undefined || (await holds(programs.bench, bad, options)));
  if (!isSound) await lane.drop(kind);
  if (bad === undefined) return { found: undefined };
  return isSound || isFirst ? { found: foundBy(bad, batch) } : undefined;
}

/** In programs that run from their start with the mutant. */
async function meetInFresh(mutant, batches, options) {
  let bench;
  try {
    bench = await startWith(mutant, options);
  } catch (error) {
    options.signal.throwIfAborted();
    return { verdict: batches[0].verdict, by: 'start', how: oneLine(error.message) };
  }
  try {
    const { bad, batch } = await meetBatches(mutant, bench, batches, options);
    return bad === undefined ? undefined : foundBy(bad, batch);
  } finally {
    await bench.close();
  }
}

async function meetBatches(mutant, bench, batches, options) {
  let settled = true;
  for (const batch of batches) {
    const met = await meetBatch(mutant, bench, batch, options);
    settled &&= met.settled;
    if (met.bad !== undefined) return { ...met, batch, settled };
  }
  return { settled };
}

function foundBy(bad, { verdict }) {
  return { verdict, by: `${bad.area}/${bad.id}`, how: wordsOf(bad) };
}

/** Whether a case that noticed a mutant passes without it on the same programs. */
async function holds(bench, { area, id }, options) {
  const { cases, signal } = options;
  const placed = cases.filter((each) => nameOf(each) === `${area}/${id}`);
  const { bad } = await firstBad(bench, placed, { parallel: 1, signal, caseLimit: leastLimitAgain });
  return bad === undefined;
}

async function startWith(mutant, { recordings, bin, vendor, signal }) {
  const kind = benchOf(mutant.file);
  const environment = { ORCHKIT_MUTANT: mutant.id };
  const start = (within) =>
    startBench(kind, { bin, vendor, features: recordings[kind].features, patience: within, signal, environment });
  const started = performance.now();
  try {
    return await start(patience);
  } catch (error) {
    signal.throwIfAborted();
    if (performance.now() - started < patience) throw error;
    return start(patienceAgain);
  }
}

/** A case that got no further may have waited for the machine: it has to wait in vain once more, alone, in fresh programs. */
async function meetBatch(mutant, bench, { cases, limit }, options) {
  const { parallel, signal } = options;
  let settled = true;
  for (let left = cases; left.length > 0; ) {
    const met = await firstBad(bench, left, { parallel, signal, caseLimit: limit });
    settled &&= met.settled;
    const { bad } = met;
    if (bad === undefined || !bad.message?.startsWith('no result within')) return { bad, settled };
    const waiting = left.filter((placed) => nameOf(placed) === `${bad.area}/${bad.id}`);
    const again = await meetAgain(mutant, waiting, Math.max(limit, leastLimitAgain), options);
    if (again !== undefined) return { bad: again, settled };
    left = left.filter((placed) => !waiting.includes(placed));
  }
  return { settled };
}

async function meetAgain(mutant, cases, caseLimit, options) {
  let fresh;
  try {
    fresh = await startWith(mutant, options);
  } catch (error) {
    options.signal.throwIfAborted();
    const [{ area, definition }] = cases;
    return { area, id: definition.id, outcome: 'errored', message: error.message };
  }
  try {
    return (await firstBad(fresh, cases, { parallel: 1, signal: options.signal, caseLimit })).bad;
  } finally {
    await fresh.close();
  }
}

/** Runs the cases until one fails. `settled`: whether those that ran beside it ended too, within the time they have for it. */
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
  const ended = running.then(
    () => true,
    () => true,
  );
  signal.throwIfAborted();
  return { bad, settled: await Promise.race([ended, sleep(settling, false, { ref: false })]) };
}

function wordsOf(result) {
  if (result.outcome === 'errored') return oneLine(result.message);
  return oneLine(`${result.what}: ${result.expected}, got ${result.got}`);
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}
