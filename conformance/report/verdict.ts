// The verdict of a report in one sentence.

import { countsOf, type Report, succeeded } from './report.ts';

export interface Verdict {
  /** `held`: something passed and nothing failed. `open`: nothing failed, but too little was decided. */
  readonly state: 'held' | 'broken' | 'open';
  readonly words: string;
}

/** Computed from the results, not from the counts in the report. */
export function reportVerdict({ results }: Report): Verdict {
  const counts = countsOf(results);
  const { passed, known = 0, errored, notRun = 0 } = counts;
  const failed = counts.failed - known;
  const ran = passed + counts.failed + errored;
  const bad = failed + errored;
  const expected = known === 0 ? '' : `, ${known} more as the known differences say`;
  const early = notRun === 0 ? '' : `, and ${cases(notRun)} not run: the run was ended early`;
  if (bad > 0) {
    const words = [
      failed > 0 ? `${cases(failed)} failed` : '',
      errored > 0 ? `${cases(errored)} could not be decided` : '',
    ];
    return { state: 'broken', words: `${words.filter(Boolean).join(', ')}, of ${ran} that ran${expected}${early}` };
  }
  if (succeeded(counts) && known > 0)
    return {
      state: 'held',
      words: `${passed} of ${ran} cases that ran passed, ${known} failed as the known differences say`,
    };
  if (succeeded(counts))
    return { state: 'held', words: passed === 1 ? 'The one case that ran passed' : `All ${ran} cases that ran passed` };
  if (notRun > 0) return { state: 'open', words: `Ended early: ${cases(notRun)} not run, ${passed} passed` };
  return { state: 'open', words: results.length === 0 ? 'Nothing ran' : 'Nothing proved: every case was skipped' };
}

function cases(count: number): string {
  return `${count} ${count === 1 ? 'case' : 'cases'}`;
}
