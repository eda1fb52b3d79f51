// The map of a report: the requirements of each area, counted by level and state.

import type { RequirementLevel } from '../requirements/contract/requirement.ts';
import type { Report, ReportedRequirement } from './report.ts';

export const levels = ['must', 'should', 'may'] as const satisfies readonly RequirementLevel[];

/** The state of a requirement; `notRun`: its cases were not selected, `noCase`: it has none. */
export const knowledge = ['passed', 'failed', 'skipped', 'notRun', 'noCase'] as const;
export type Knowledge = (typeof knowledge)[number];

/** The number of requirements of one area and level, by state. */
export type LevelCounts = Readonly<Record<Knowledge, number>> & { readonly all: number };

export interface AreaLevels {
  readonly area: string;
  readonly requirements: readonly ReportedRequirement[];
  readonly levels: Readonly<Record<RequirementLevel, LevelCounts>>;
  /** Whether the run decided or skipped any requirement of it. */
  readonly looked: boolean;
}

/** One entry for each area, in the order of the requirements. */
export function areaLevels({ requirements }: Report): readonly AreaLevels[] {
  const areas = new Map<string, ReportedRequirement[]>();
  for (const each of requirements) {
    const group = areas.get(each.area);
    if (group === undefined) areas.set(each.area, [each]);
    else group.push(each);
  }
  return [...areas].map(([area, all]) => levelsOf(area, all));
}

/** The sum over all of them, as an area of this name. */
export function levelsOf(area: string, requirements: readonly ReportedRequirement[]): AreaLevels {
  const count = (level: RequirementLevel): LevelCounts => {
    const all = requirements.filter((each) => each.level === level);
    const of = (known: Knowledge) => all.filter((each) => knownOf(each) === known).length;
    return {
      all: all.length,
      passed: of('passed'),
      failed: of('failed'),
      skipped: of('skipped'),
      notRun: of('notRun'),
      noCase: of('noCase'),
    };
  };
  const looked = requirements.some(({ state }) => state !== 'untested');
  return { area, requirements, levels: { must: count('must'), should: count('should'), may: count('may') }, looked };
}

/** The state of a requirement. */
export function knownOf({ state, noCase }: ReportedRequirement): Knowledge {
  if (state !== 'untested') return state;
  return noCase === undefined ? 'notRun' : 'noCase';
}
