// The trial of one mutant. With the mutant switched on it runs the cases of the areas that belong to its folder, then the other
// cases that reach it, then the tests beside its file. The first failure ends the trial. Running programs are used, unless the
// mutant is reached at their start, or is a planted fault with programs of its own.
import { fileURLToPath } from 'node:url';
import { claimingAreas } from './areas.mjs';
import { benchOf } from './benches.mjs';
import { holds, meetBatch, nameOf, passesOnGood } from './meeting.mjs';
import { atStart } from './reach.mjs';
import { lanes } from './recordings.mjs';
import { Undecided, startMutated } from './start.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds that a case has at least, and how many times what it takes without a mutant. */
const leastLimit = 6_000;
const slowness = 2.5;
/** Milliseconds above which a case is tried after quicker ones; and after all others, by the claiming areas only. */
const slower = 1_500;
const slow = 8_000;
/** So many of the slow ones are tried: those that reach the most mutants of the file. */
const mostSlow = 8;
/** So many cases of other areas are enough without those that start programs, which take most of the time. */
const enough = 100;
/**
 * The outcome of a mutant. `by`: the case or test file that noticed it, and `how`; or what ran without noticing it. `reached`:
 * cases that run its place. Undecided: the machine was too slow, and `how` says for what; no percentage includes it.
 * @typedef {{ mutant: object, verdict: 'claiming case' | 'other case' | 'tests' | 'survived' | 'undecided', by?: string, how?: string, reached: number, milliseconds: number }} Trial
 */

/**
 * @param {import('./instrument.mjs').Mutant} mutant
 * @param {{ recordings: object, cases: readonly object[], bin: string, faulty?: string, vendor: string, parallel: number, lane: import('./lane.mjs').Lane, signal: AbortSignal, tests: (mutant: object) => Promise<object | undefined> }} options
 * `bin` is the folder of the programs, and `faulty` that of programs that always have the fault, if it is none that is switched on
 * @returns {Promise<Trial>}
 */
export async function tryMutant(mutant, options) {
  const started = performance.now();
  const { reached, made, batches } = plan(mutant, options);
  const about = { mutant, reached };
  const done = (found) => ({ ...about, ...found, milliseconds: Math.round(performance.now() - started) });
  try {
    const noticed = await meetCases(mutant, { made, batches }, options);
    if (noticed !== undefined) return done(noticed);
    const failed = await options.tests(mutant);
    return done(failed === undefined ? { verdict: 'survived' } : { verdict: 'tests', ...failed });
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return done({ verdict: 'undecided', how: oneLine(error.message) });
  }
}

/** The cases to try, in the order of the batches; `made`: the place runs when a program starts. */
function plan({ id, file }, { recordings, cases, faulty }) {
  const recording = recordings[benchOf(file)];
  const reachedBy = recording.reached.get(id) ?? new Set();
  const areas = claimingAreas(file);
  const sound = cases.filter((placed) => recording.cases.get(nameOf(placed))?.outcome === 'passed');
  const reaching = sound.filter((placed) => reachedBy.has(nameOf(placed)));
  // Whatever runs when a program starts is reached by every case that starts one; and what is made then is used by those that run
  // more of the file than a start does.
  const reachOf = reachIn(file, recording);
  const sharing = onStartedServers(reaching, sound);
  const made = reachedBy.has(atStart) || sharing.length > 0;
  const running = reachedBy.has(atStart) ? sound.filter((placed) => reachOf(placed) > 0) : [...reaching, ...sharing];
  const claims = ({ area }) => areas.length === 0 || areas.includes(area);
  const time = (placed) => recording.cases.get(nameOf(placed)).milliseconds;
  const anyUses = made || faulty !== undefined;
  const ofArea = anyUses && running.length === 0 ? sound.filter(claims) : running.filter(claims);
  const tried = new Set(ofArea);
  const elsewhere = (made ? running : reaching).filter((placed) => !tried.has(placed));
  const onRunning = elsewhere.filter((placed) => !startsPrograms(placed));
  const others = onRunning.length >= enough ? onRunning : elsewhere;
  const batchOf = (verdict, chosen) => {
    const limit = Math.max(leastLimit, slowness * Math.max(0, ...chosen.map(time)));
    return { verdict, limit, cases: chosen.toSorted((one, other) => time(one) - time(other)) };
  };
  const batch = (verdict, some, least, below) =>
    batchOf(
      verdict,
      some.filter((placed) => time(placed) >= least && time(placed) < below),
    );
  const slowest = ofArea
    .filter((placed) => time(placed) >= slow)
    .toSorted((one, other) => reachOf(other) - reachOf(one))
    .slice(0, mostSlow);
  const batches = [
    batch('claiming case', ofArea, 0, slower),
    batch('claiming case', ofArea, slower, slow),
    batch('other case', others, 0, slower),
    batch('other case', others, slower, slow),
    batchOf('claiming case', slowest),
  ];
  return { reached: reaching.length, made, batches: batches.filter((one) => one.cases.length > 0) };
}

/** How many mutants of the file a case reaches that no start of a program does. */
function reachIn(file, { reached }) {
  const counts = new Map();
  for (const [id, names] of reached) {
    if (!id.startsWith(`${file}#`) || names.has(atStart)) continue;
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return (placed) => counts.get(nameOf(placed)) ?? 0;
}

/**
 * All cases of started servers, when only the first case on each in each lane reaches a place: then it is the start that runs it, and
 * all others use what was made.
 */
function onStartedServers(reaching, sound) {
  const serverOf = ({ definition: { launch } }) => (launch === undefined ? undefined : JSON.stringify(launch));
  const counts = new Map();
  for (const placed of reaching) counts.set(serverOf(placed), (counts.get(serverOf(placed)) ?? 0) + 1);
  if (counts.has(undefined) || [...counts.values()].some((count) => count > lanes)) return [];
  return sound.filter((placed) => counts.has(serverOf(placed)) && !reaching.includes(placed));
}

function startsPrograms({ definition: { launch, needs = [] } }) {
  return launch !== undefined || needs.some((need) => need.startsWith('launch-'));
}

/** The first case that notices, or how the programs did not come up; undefined: nothing was noticed. */
async function meetCases(mutant, { made, batches }, options) {
  if (batches.length === 0) return undefined;
  if (made || options.faulty !== undefined) return meetInFresh(mutant, batches, options);
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
  if (!isSound && !isFirst) return undefined;
  if (!isSound && !(await passesOnGood(mutant, bad, options)))
    throw new Undecided(`${bad.area}/${bad.id} does not pass on good programs now`);
  return { found: foundBy(bad, batch) };
}

/** In programs that run from their start with the mutant. */
async function meetInFresh(mutant, batches, options) {
  const { bench, failure } = await startMutated(mutant, options);
  if (bench === undefined) return { verdict: batches[0].verdict, by: 'start', how: oneLine(failure) };
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

function wordsOf(result) {
  if (result.outcome === 'errored') return oneLine(result.message);
  return oneLine(`${result.what}: ${result.expected}, got ${result.got}`);
}

/** Without the folder of this clone: tables are published. */
function oneLine(text) {
  return text.replaceAll(root, '').replaceAll(/\s+/g, ' ').slice(0, 200);
}
