// Caches what cases reach: only changed cases, and cases that reach a changed file, run again.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchOf, runsOn } from './benches.mjs';
import { atStart, record } from './reach.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = join(root, '.build', 'mutants');

/** Milliseconds in which good programs come up while it is recorded, however busy the machine is. */
const patience = 300_000;
/** Sets of programs that run concurrently during a recording. They wait most of the time. */
export const lanes = 4;

/**
 * The recordings of the benches that these mutants need, all benches at the same time.
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants
 * @param {readonly object[]} cases that may be tried
 * @param {{ bin: string, vendor: string, signal: AbortSignal, digests: Map<string, string>, rest: string }} programs of a tree
 * @returns {Promise<Record<string, import('./reach.mjs').Recording>>}
 */
export async function recordingsFor(mutants, cases, programs, say) {
  const kinds = [...new Set(mutants.map(({ file }) => benchOf(file)))];
  return Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await recordingOf(kind, cases, programs, say)])),
  );
}

async function recordingOf(kind, cases, { digests, rest, ...programs }, say) {
  const path = join(base, `reach-${kind}-${programs.vendor}.json`);
  const before = readKept(path, rest);
  const isCurrent = (files) => Object.entries(files).every(([file, { digest }]) => digests.get(file) === digest);
  const chosen = cases.filter((placed) => runsOn(kind, placed));
  const keys = new Map(chosen.map((placed) => [nameOf(placed), caseKey(placed)]));
  // What is kept of cases that are not asked for now stays for a later run.
  const isKept = ([name, { key, files }]) => (keys.get(name) ?? key) === key && isCurrent(files);
  const entries = new Map(Object.entries(before?.entries ?? {}).filter(isKept));
  const left = chosen.filter((placed) => !entries.has(nameOf(placed)));
  const start = before !== undefined && isCurrent(before.start) ? before.start : undefined;
  let features = before?.features;
  if (left.length > 0 || start === undefined) {
    say(`# recording what ${left.length} of ${chosen.length} cases reach on the ${kind} bench`);
    const made = await record(kind, left, { ...programs, lanes: Math.min(lanes, Math.max(1, left.length)), patience });
    const filesOf = byCase(made.reached, digests);
    for (const [name, result] of made.cases) {
      entries.set(name, { key: keys.get(name), result, files: filesOf.get(name) ?? {} });
    }
    features = {
      version: made.features.version,
      features: [...made.features.features],
      missing: [...made.features.missing],
    };
    const kept = { rest, entries: Object.fromEntries(entries), start: filesOf.get(atStart) ?? {}, features };
    writeFileSync(path, JSON.stringify(kept));
    return recordingIn(kind, kept, say);
  }
  return recordingIn(kind, { entries: Object.fromEntries(entries), start, features }, say);
}

/** What was reached, by case and file. */
function byCase(reached, digests) {
  const found = new Map();
  for (const [id, names] of reached) {
    const [file, number] = id.split('#');
    for (const name of names) {
      const files = found.get(name) ?? {};
      found.set(name, files);
      files[file] ??= { digest: digests.get(file), numbers: [] };
      files[file].numbers.push(Number(number));
    }
  }
  return found;
}

function recordingIn(kind, { entries, start, features }, say) {
  const results = new Map(Object.entries(entries).map(([name, { result }]) => [name, result]));
  const reached = new Map();
  for (const [name, files] of [
    ...Object.entries(entries).map(([each, { files }]) => [each, files]),
    [atStart, start],
  ]) {
    for (const [file, { numbers }] of Object.entries(files)) {
      for (const number of numbers) addTo(reached, `${file}#${number}`, name);
    }
  }
  const sound = [...results.values()].filter(({ outcome }) => outcome === 'passed').length;
  say(`# ${kind}: ${sound} of ${results.size} cases pass without a mutant`);
  return {
    cases: results,
    reached,
    features: { version: features.version, features: new Set(features.features), missing: new Map(features.missing) },
  };
}

function addTo(reached, mutant, name) {
  const all = reached.get(mutant);
  if (all === undefined) reached.set(mutant, new Set([name]));
  else all.add(name);
}

function readKept(path, rest) {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    return kept.rest === rest ? kept : undefined;
  } catch {
    return undefined;
  }
}

const imports = new Map();

/** Changes when the case, or a file of the suite that it loads, changes. */
function caseKey({ area, definition }) {
  const all = new Set([`dist/conformance/cases/${area}/${definition.id}.js`]);
  for (const file of all) for (const next of importsOf(file).files) all.add(next);
  const hash = createHash('sha256');
  for (const file of [...all].sort()) hash.update(file).update(importsOf(file).text);
  return hash.digest('hex');
}

function importsOf(file) {
  if (!imports.has(file)) {
    const text = readFileSync(join(root, file), 'utf8');
    const names = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
    imports.set(file, { text, files: names.map(([, name]) => posix.join(dirname(file), name)) });
  }
  return imports.get(file);
}

function nameOf({ area, definition }) {
  return `${area}/${definition.id}`;
}
