// Runs cases against programs with a mutant. A case must fail twice, because a single failure may be chance, especially on a busy
// machine. A case that exceeds its limit must do so again, alone, in fresh programs; without a mutant it needs a quarter of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { runCases } from '../../dist/conformance/runner/run.js';
import { systemClock as clock } from '../../dist/conformance/wire/time/clock.js';
import { Undecided, startGood, startMutated } from './start.mjs';

/** Milliseconds that a case has at least when it meets a mutant again. */
const leastLimitAgain = 12_000;
/** A case that takes this many times as long as on good programs waits for something that the mutant prevents. */
const slower = 4;
/** Milliseconds in which a case ends on good programs, however busy the machine is. */
const longest = 120_000;
/** Milliseconds for the other running cases to end and clean up when one has noticed the mutant. */
const settling = 5_000;

/**
 * Runs the cases of a batch until one notices: `bad` is its result, undefined when none does. `settled`: no case still runs.
 * Throws Undecided when the machine is too slow.
 */
export async function meetBatch(mutant, bench, { cases, limit }, options) {
  const { parallel, signal } = options;
  let settled = true;
  for (let left = cases; left.length > 0; ) {
    const met = await firstBad(bench, left, { parallel, signal, caseLimit: limit });
    settled &&= met.settled;
    const { bad, passed } = met;
    if (bad === undefined) return { settled };
    const suspect = left.filter((placed) => nameOf(placed) === `${bad.area}/${bad.id}`);
    const again = isLate(bad)
      ? await lateAgain(mutant, suspect, Math.max(limit, leastLimitAgain), options)
      : (await firstBad(bench, suspect, { parallel: 1, signal, caseLimit: Math.max(limit, leastLimitAgain) })).bad;
    if (again !== undefined) return { bad: again, settled };
    left = left.filter((placed) => !suspect.includes(placed) && !passed.has(nameOf(placed)));
  }
  return { settled };
}

/** Whether a case that noticed a mutant passes on these programs with none. */
export async function holds(bench, { area, id }, { cases, signal }, caseLimit = leastLimitAgain) {
  const placed = cases.filter((each) => nameOf(each) === `${area}/${id}`);
  const { bad } = await firstBad(bench, placed, { parallel: 1, signal, caseLimit });
  return bad === undefined;
}

/** Whether it passes on fresh programs with none. */
export async function passesOnGood(mutant, result, options) {
  const bench = await startGood(mutant, options);
  try {
    return await holds(bench, result, options, longest);
  } finally {
    await bench.close();
  }
}

export function nameOf({ area, definition }) {
  return `${area}/${definition.id}`;
}

function isLate({ message }) {
  return message?.startsWith('no result within') === true;
}

/** Its result in fresh programs, alone; undefined: it passes, or is late on good ones as well. */
async function lateAgain(mutant, cases, caseLimit, options) {
  const bad = await inFresh(mutant, cases, caseLimit, options);
  if (bad === undefined || !isLate(bad)) return bad;
  const started = performance.now();
  if (!(await passesOnGood(mutant, bad, options)))
    throw new Undecided(`${bad.area}/${bad.id} does not pass on good programs now`);
  const usual = performance.now() - started;
  if (usual * slower <= caseLimit) return bad;
  return inFresh(mutant, cases, usual * slower, options);
}

async function inFresh(mutant, cases, caseLimit, options) {
  const { bench, failure } = await startMutated(mutant, options);
  if (bench === undefined) {
    const [{ area, definition }] = cases;
    return { area, id: definition.id, outcome: 'errored', message: failure };
  }
  try {
    return (await firstBad(bench, cases, { parallel: 1, signal: options.signal, caseLimit })).bad;
  } finally {
    await bench.close();
  }
}

/**
 * Runs the cases until one fails. `passed`: names of those that did before. `settled`: whether those that ran beside it ended too,
 * within the time they have for it.
 */
async function firstBad(bench, cases, { parallel, signal, caseLimit }) {
  const noticed = new AbortController();
  const passed = new Set();
  let bad;
  const onResult = (result) => {
    if (bad !== undefined) return;
    if (result.outcome === 'failed' || result.outcome === 'errored') {
      bad = result;
      noticed.abort(new Error('noticed'));
    } else passed.add(`${result.area}/${result.id}`);
  };
  const until = AbortSignal.any([signal, noticed.signal]);
  const running = runCases(cases, { ...bench, clock, parallel, caseLimit, signal: until, onResult });
  await Promise.race([running, new Promise((resolve) => until.addEventListener('abort', resolve, { once: true }))]);
  const ended = running.then(
    () => true,
    () => true,
  );
  signal.throwIfAborted();
  return { bad, passed, settled: await Promise.race([ended, sleep(settling, false, { ref: false })]) };
}
