// Which case reaches which mutants: every case runs once on the instrumented programs with none switched on. Several lanes at
// a time, each with programs of its own that serve one case after the other, so that what they reach is that case's.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf } from '../../dist/conformance/launch/shared-servers.js';
import { runCases } from '../../dist/conformance/runner/run.js';
import { systemClock as clock } from '../../dist/conformance/wire/time/clock.js';
import { startBench } from './benches.mjs';

/** The name for what programs reach before any case runs. */
export const atStart = 'start';

/** Milliseconds after which programs know what is going on now, and those after which they have written down what was. */
const known = 25;
const written = 400;

/**
 * @typedef {object} Recording
 * @property {Map<string, { outcome: string, milliseconds: number }>} cases by `area/id`
 * @property {Map<string, Set<string>>} reached by mutant: the `area/id` of the cases that reach it, and `atStart`
 * @property {object} features what a good target offers
 */

/**
 * @param {'server' | 'etcd' | 'agent'} kind of the bench
 * @param {readonly object[]} cases that can run on it
 * @returns {Promise<Recording>}
 */
export async function record(kind, cases, { lanes, onCase, ...programs }) {
  const left = groupsOf(cases).values();
  const results = new Map();
  const reached = new Map();
  let features;
  const lane = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orchkit-reach-'));
    const now = (what) => writeFileSync(join(folder, 'now'), what);
    now(atStart);
    const bench = await startBench(kind, { ...programs, environment: { ORCHKIT_MUTANT_REACH: folder } });
    features ??= bench.target;
    try {
      for (const group of left) {
        const beforeCase = async ({ area, definition }) => {
          await sleep(known);
          now(`${area}/${definition.id}`);
          await sleep(known);
        };
        const onResult = (result) => {
          results.set(`${result.area}/${result.id}`, { outcome: result.outcome, milliseconds: result.milliseconds });
          onCase?.(result);
        };
        await runCases(group, { ...bench, clock, parallel: 1, signal: programs.signal, beforeCase, onResult });
      }
      await sleep(written);
    } finally {
      await bench.close();
      readReached(folder, reached);
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  // An aborted run is not a recording.
  programs.signal.throwIfAborted();
  return { cases: results, reached, features };
}

/** Cases that share a server stay together; any other is a group of its own. The large groups come first. */
function groupsOf(cases) {
  const groups = new Map();
  for (const placed of cases) {
    const { launch, id } = placed.definition;
    const key = launch === undefined ? `${placed.area}/${id}` : keyOf(launch);
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

function readReached(folder, reached) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.reach'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const { now, hits } = JSON.parse(line);
      for (const [file, numbers] of Object.entries(hits)) {
        for (const number of numbers) addTo(reached, `${file}#${number}`, now);
      }
    }
  }
}

function addTo(reached, mutant, now) {
  const all = reached.get(mutant);
  if (all === undefined) reached.set(mutant, new Set([now]));
  else all.add(now);
}
