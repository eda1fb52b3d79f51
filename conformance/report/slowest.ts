// The slowest cases.

import type { CaseResult } from '../runner/result.ts';

/** At most `count` of the cases that ran, the slowest first. */
export function slowest(results: readonly CaseResult[], count: number): readonly CaseResult[] {
  const ran = results.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'not-run');
  return [...ran].sort((one, other) => other.milliseconds - one.milliseconds).slice(0, count);
}
