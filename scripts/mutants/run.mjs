// A run: the tree, the recordings, the mutants that are asked for, a trial for each, the table.
import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cases } from '../../dist/conformance/cases/index.js';
import { claimingAreas, usualFolders } from './areas.mjs';
import { benchOf } from './benches.mjs';
import { readEquivalents } from './equivalents.mjs';
import { Lane } from './lane.mjs';
import { casesNear, plant, readPlanted } from './planted.mjs';
import { recordingsFor } from './recordings.mjs';
import { readEarlier, renewed, unnoticed } from './earlier.mjs';
import { isBelow, sampleOf, stratifiedSample } from './sample.mjs';
import { countsOf, lineOf, percent, tableOf } from './table.mjs';
import { makeTree } from './tree.mjs';
import { tryMutant } from './trial.mjs';
import { unreachedText } from './unreached.mjs';
import { unitTests } from './unit-tests.mjs';

const base = fileURLToPath(new URL('../../.build/mutants/', import.meta.url));

/** Cases at the same time against programs with a mutant. */
const parallel = 4;

const say = (line) => process.stdout.write(`${line}\n`);

/** Runs as the command line asks, and resolves with the exit code. */
export async function runMutants(options) {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => stopping.abort(new Error(`ended by ${signal}`)));
  }
  process.setMaxListeners(0);
  const { signal } = stopping;
  setMaxListeners(0, signal);
  const until = options.minutes === undefined ? undefined : performance.now() + options.minutes * 60_000;
  if (options.sample !== undefined) say(`# seed ${options.seed}: --seed ${options.seed} gives this sample again`);
  const tree = await makeTree();
  const { reasons, stale } = readEquivalents(tree.mutants);
  for (const entry of stale) process.stderr.write(`equivalents.json: not one mutant matches ${entry}\n`);
  if (stale.length > 0) return 2;
  const planted = options.planted === undefined ? undefined : await readPlanted(options.planted);
  const earlier = options.again === undefined ? undefined : readEarlier(options.again, tree.mutants, reasons);
  const named = planted ?? earlier?.trials.map(({ mutant }) => mutant);
  const folders = pick(options.folders ?? (named === undefined ? usualFolders : foldersOf(named)), options);
  const chosen =
    planted ?? (earlier === undefined ? choose(tree.mutants, folders, options) : unnoticed(earlier.trials));
  const different = chosen.filter(({ id }) => !reasons.has(id));
  say(
    `# ${tree.mutants.length} mutants, ${chosen.length} chosen, ${chosen.length - different.length} of them equivalent`,
  );
  const programs = { bin: tree.bin, vendor: options.vendor, signal };
  const { key, digests, rest } = tree;
  const tried = options.claiming ? claimingCases(different) : cases;
  const recordings = await recordingsFor(different, tried, { ...programs, digests, rest }, say);
  if (options.unreached) {
    say(unreachedText(different, folders, recordings));
    return 0;
  }
  const keptTests = kept('tests', key);
  const known = keptTests.value ?? {};
  const tests = options.tests ? unitTests(tree.folder, signal, known) : async () => undefined;
  // In turns, so that a run that ends early has tried as many of each folder.
  const trying = planted === undefined ? tryMutant : plantAndTry(tree, recordings, options, known);
  const order = until === undefined ? different : inTurns(different);
  const trials = await tryAll(order, {
    ...programs,
    recordings,
    cases: tried,
    parallel,
    tests,
    trying,
    jobs: options.jobs,
    until,
  });
  keptTests.keep(known);
  if (trials.length < different.length) say(`# time is over: ${trials.length} of ${different.length} were tried`);
  if (earlier === undefined)
    return report(trials, { ...options, folders, equivalent: chosen.length - different.length });
  const { command, sample, seed, equivalent } = earlier;
  const again = { command, again: options.command, sample, seed, equivalent };
  return report(renewed(earlier.trials, trials), { ...options, ...again, folders });
}

/** All folders, or the one that the seed chooses, of those that few areas are about: recording all cases takes too long for one. */
function pick(folders, { oneFolder, seed }) {
  const narrow = folders.filter((folder) => claimingAreas(`${folder}/`).length > 0);
  return oneFolder ? sampleOf(narrow, 1, seed) : folders;
}

/** The cases of the areas that are responsible for these; of a folder without an entry all are. */
function claimingCases(mutants) {
  const claims = mutants.map(({ file }) => claimingAreas(file));
  const areas = new Set(claims.flat());
  return claims.some(({ length }) => length === 0) ? cases : cases.filter(({ area }) => areas.has(area));
}

/** The trial of a planted fault, in a tree of its own. */
function plantAndTry(tree, recordings, { tests }, known) {
  return async (fault, options) => {
    recordings[benchOf(fault.file)].reached.set(fault.id, casesNear(fault, tree.mutants, recordings));
    const { folder, bin } = await plant(fault);
    const ask = tests ? unitTests(folder, options.signal, known, tree.folder) : options.tests;
    return tryMutant(fault, { ...options, faulty: bin, tests: ask });
  };
}

/** Those that are asked for and not excluded by a rule. */
function choose(mutants, folders, { ids, sample, seed }) {
  const usable = mutants.filter(({ excluded }) => excluded === undefined);
  if (ids !== undefined) {
    const unknown = ids.find((id) => !usable.some((mutant) => mutant.id === id));
    if (unknown !== undefined) throw new Error(`--mutant ${unknown}: no mutant has this id`);
    return usable.filter(({ id }) => ids.includes(id));
  }
  const groups = folders.map((folder) => usable.filter(({ file }) => file === folder || file.startsWith(`${folder}/`)));
  const empty = groups.findIndex((group) => group.length === 0);
  if (empty >= 0) throw new Error(`--folder ${folders[empty]}: no file with a mutant is below it`);
  return sample === undefined ? groups.flat() : stratifiedSample(groups, sample, seed);
}

function folderOf({ file }) {
  return file.split('/', file.startsWith('shared/') ? 1 : 2).join('/');
}

function foldersOf(mutants) {
  return [...new Set(mutants.map(folderOf))];
}

/** Those of all folders in turns. */
function inTurns(mutants) {
  const groups = new Map();
  for (const mutant of mutants) {
    const folder = folderOf(mutant);
    groups.set(folder, [...(groups.get(folder) ?? []), mutant]);
  }
  const placed = [...groups.values()].flatMap((group) =>
    group.map((mutant, place) => ({ mutant, turn: place / group.length })),
  );
  return placed.sort((one, other) => one.turn - other.turn).map(({ mutant }) => mutant);
}

async function tryAll(mutants, { jobs, until, trying, ...options }) {
  const trials = [];
  const left = mutants.entries();
  const work = async () => {
    const lane = new Lane(options);
    try {
      for (const [place, mutant] of left) {
        if (until !== undefined && performance.now() > until) return;
        const trial = await trying(mutant, { ...options, lane });
        trials[place] = trial;
        say(lineOf(trial));
      }
    } finally {
      await lane.close();
    }
  };
  // A run that is stopped still prints the table of its trials.
  await Promise.all(Array.from({ length: jobs }, work)).catch((error) => {
    if (!options.signal.aborted) throw error;
    process.stderr.write(`${error.message}: ${trials.filter(Boolean).length} of ${mutants.length} were tried\n`);
  });
  return trials.filter(Boolean);
}

function report(trials, options) {
  const { output, least, leastSuite, command, again, vendor, sample, seed, folders, claiming, equivalent } = options;
  const counts = countsOf(trials);
  const text = tableOf({ folders, trials, equivalent, sample, seed, claiming, vendor, command, again });
  if (output !== undefined) {
    writeFileSync(`${output}.md`, text);
    const rows = trials.map(({ mutant, ...rest }) => ({ ...mutant, ...rest }));
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    const head = JSON.stringify({ command, vendor, seed, sample, equivalent, counts }).slice(0, -1);
    writeFileSync(`${output}.json`, `${head},"rows":[\n${lines}\n]}\n`);
  }
  say(text.slice(text.indexOf('| folder')));
  say(`suite ${percent(counts.suite)}, suite and tests ${percent(counts.all)}`);
  const decided = sample === undefined ? undefined : trials.length - counts.undecided;
  // Where nothing was tried, nothing was noticed.
  const isLess = (share, wanted) => wanted !== undefined && isBelow(share ?? 0, wanted, decided);
  if (isLess(counts.all, least)) say(`suite and tests notice less than ${least} %`);
  if (isLess(counts.suite, leastSuite)) say(`the suite notices less than ${leastSuite} %`);
  return isLess(counts.all, least) || isLess(counts.suite, leastSuite) ? 1 : 0;
}

/** The results of earlier runs on the same tree and suite. */
function kept(name, key) {
  const path = join(base, `${name}.json`);
  let value;
  try {
    const file = JSON.parse(readFileSync(path, 'utf8'));
    if (file.key === key) value = file.value;
  } catch {
    // There is no cache yet.
  }
  return { value, keep: (made) => writeFileSync(path, JSON.stringify({ key, value: made })) };
}
