// Coverage by requirement: how many requirements of each area the run checked, with what result, and why the others
// have no case. Every requirement is counted exactly once.

/** State of a requirement after a run: `untested` when no case that ran covers it. */
export type RequirementState = 'passed' | 'failed' | 'skipped' | 'untested';

/** The fields of a requirement that are counted; see `ReportedRequirement`. */
interface Counted {
  readonly area: string;
  readonly state: RequirementState;
  readonly noCase?: string;
}

/** The requirements of one area; `passed` to `noCase` add up to `requirements`. */
export interface AreaCoverage {
  readonly area: string;
  readonly requirements: number;
  /** Requirements with a case in the suite, selected for this run or not. */
  readonly withCases: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Requirements with cases, none of them selected for this run. */
  readonly notRun: number;
  /** Requirements without a case, counted by reason. */
  readonly noCase: Readonly<Record<string, number>>;
}

/** One row per area, in the order of the requirements. */
export function coverageOf(requirements: readonly Counted[]): readonly AreaCoverage[] {
  const byArea = new Map<string, Counted[]>();
  for (const each of requirements) {
    const group = byArea.get(each.area) ?? [];
    byArea.set(each.area, group);
    group.push(each);
  }
  return [...byArea].map(([area, all]) => {
    const covered = all.filter(({ noCase }) => noCase === undefined);
    const count = (state: RequirementState) => covered.filter((each) => each.state === state).length;
    return {
      area,
      requirements: all.length,
      withCases: covered.length,
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      notRun: count('untested'),
      noCase: reasonsOf(all),
    };
  });
}

/** The sum over all areas. */
export function totalCoverage(areas: readonly AreaCoverage[]): AreaCoverage {
  const sum = (key: 'requirements' | 'withCases' | 'passed' | 'failed' | 'skipped' | 'notRun') =>
    areas.reduce((total, area) => total + area[key], 0);
  const noCase: Record<string, number> = {};
  for (const area of areas) {
    for (const [reason, count] of Object.entries(area.noCase)) noCase[reason] = (noCase[reason] ?? 0) + count;
  }
  return {
    area: 'all areas',
    requirements: sum('requirements'),
    withCases: sum('withCases'),
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    notRun: sum('notRun'),
    noCase,
  };
}

/** Reasons with their counts, the most frequent first. */
function reasonsOf(requirements: readonly Counted[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { noCase } of requirements) {
    if (noCase !== undefined) counts.set(noCase, (counts.get(noCase) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}
