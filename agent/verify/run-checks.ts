// Runs all checks concurrently, and reports their results.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Check, CheckResult, Verdict } from './check.ts';

/** Most milliseconds for one check. */
const patience = 15_000;

/** One result per check, in their order; never rejects. */
export function runChecks(checks: readonly Check[], clock: Clock): Promise<readonly CheckResult[]> {
  return Promise.all(checks.map((check) => resultOf(check, clock)));
}

async function resultOf(check: Check, clock: Clock): Promise<CheckResult> {
  const stop = new AbortController();
  const late = clock.sleep(patience, stop.signal).then(
    () => {
      throw new Error(`there was no answer in ${patience / 1000} s`);
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return { check: check.name, ...(await Promise.race([check.look(stop.signal), late])) };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { check: check.name, verdict: 'failure', found, advice: 'see what the message names' };
  } finally {
    stop.abort();
  }
}

/** The worst of all; `ok` for none. */
export function overall(results: readonly CheckResult[]): Verdict {
  const verdicts = results.map(({ verdict }) => verdict);
  return verdicts.includes('failure') ? 'failure' : verdicts.includes('warning') ? 'warning' : 'ok';
}

/** A table for people. */
export function reportText(results: readonly CheckResult[]): string {
  const width = Math.max(0, ...results.map(({ check }) => check.length));
  const indent = ' '.repeat(width + 11);
  const lines = results.flatMap(({ check, verdict, found, advice }) => [
    `${verdict.padEnd(7)}  ${check.padEnd(width)}  ${found}`,
    ...(advice === undefined ? [] : [`${indent}-> ${advice}`]),
  ]);
  const count = (wanted: Verdict): number => results.filter(({ verdict }) => verdict === wanted).length;
  const counted = (wanted: Verdict): string => `${count(wanted)} ${wanted}${count(wanted) === 1 ? '' : 's'}`;
  return [...lines, `${count('ok')} ok, ${counted('warning')}, ${counted('failure')}`].join('\n');
}
