// The differences between two runs, by case and by requirement: a versioned type, so that other tools can read it.

import { type CaseResult, isBad } from '../../runner/result.ts';
import { type Finding, findingsOf } from '../findings.ts';
import type { Report } from '../report.ts';

/** The outcome of a case, or `absent` if the run does not have it. */
export type Standing = CaseResult['outcome'] | 'absent';

/** A case with another outcome than before. */
export interface ChangedCase {
  readonly area: string;
  readonly id: string;
  readonly title: string;
  readonly before: Standing;
  readonly after: Standing;
  /** Details of the later result: expected and actual value, error, or reason. */
  readonly detail?: string;
}

/** The run on one side. */
export interface ComparedRun {
  readonly name: string;
  readonly suite: string;
  readonly target: Report['target'];
  readonly startedAt: string;
  readonly counts: Report['counts'];
}

/** A comparison of two runs. Every case is in one list, or counted in `same`. */
export interface Comparison {
  readonly kind: 'ConformanceComparison';
  readonly version: 'v1';
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Whether a case newly fails, or passed before and was not run now. */
  readonly worse: boolean;
  /** Failed or errored now but not before; includes cases that the earlier run does not have. */
  readonly newlyFailing: readonly ChangedCase[];
  /** Passed now but not before. */
  readonly newlyPassing: readonly ChangedCase[];
  /** Any other difference: skipped or not run now, or failing in another way. */
  readonly changed: readonly ChangedCase[];
  /** Only in the later run, and not failing. */
  readonly added: readonly ChangedCase[];
  /** Only in the earlier run. */
  readonly removed: readonly ChangedCase[];
  readonly same: number;
  readonly requirements: { readonly newlyFailing: readonly string[]; readonly newlyPassing: readonly string[] };
}

/** A report with a name for the reader. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** Compares two runs, the earlier one first. */
export function compareReports(before: NamedReport, after: NamedReport): Comparison {
  const lists = { newlyFailing: [], newlyPassing: [], changed: [], added: [], removed: [] } as Record<
    List,
    ChangedCase[]
  >;
  const [old, now] = [byName(before.report), byName(after.report)];
  let same = 0;
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(name), now.get(name)];
    const list = listOf(one, other);
    if (list === undefined) same += 1;
    else lists[list].push(changedCase(one, other));
  }
  const lost = lists.changed.some((each) => each.before === 'passed' && each.after === 'not-run');
  return {
    kind: 'ConformanceComparison',
    version: 'v1',
    before: sideOf(before),
    after: sideOf(after),
    worse: lists.newlyFailing.length > 0 || lost,
    ...lists,
    same,
    requirements: compareRequirements(before.report, after.report),
  };
}

type List = 'newlyFailing' | 'newlyPassing' | 'changed' | 'added' | 'removed';

/** Returns undefined if both are the same. At least one of them is present. */
function listOf(before: CaseResult | undefined, after: CaseResult | undefined): List | undefined {
  if (after === undefined) return 'removed';
  if (isBad(after) && (before === undefined || !isBad(before))) return 'newlyFailing';
  if (before === undefined) return 'added';
  if (after.outcome !== before.outcome) return after.outcome === 'passed' ? 'newlyPassing' : 'changed';
  return steady(detailOf(after)) === steady(detailOf(before)) ? undefined : 'changed';
}

function changedCase(before: CaseResult | undefined, after: CaseResult | undefined): ChangedCase {
  const known = (after ?? before) as CaseResult;
  const detail = detailOf(known);
  return {
    area: known.area,
    id: known.id,
    title: known.title,
    before: before?.outcome ?? 'absent',
    after: after?.outcome ?? 'absent',
    ...(detail === '' || after === undefined ? {} : { detail }),
  };
}

function detailOf(result: CaseResult): string {
  switch (result.outcome) {
    case 'passed':
      return '';
    case 'failed':
    case 'errored':
      return findingsOf(result).map(findingWords).join('; ');
    case 'skipped':
    case 'not-run':
      return result.reason;
  }
}

function findingWords(finding: Finding): string {
  if (finding.outcome === 'errored') return finding.message;
  return `${finding.what}: expected ${finding.expected}, got ${finding.got}`;
}

/** Removes what differs in every run: generated names, identifiers, times, ports. */
function steady(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, 'uid')
    .replace(/-[0-9a-f]{10}\b/g, '-name')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/("(?:resourceVersion|uid)\\*": *\\*")[^"\\]*/g, '$1')
    .replace(/(:\/\/[^/\s:"]+|\b\d+\.\d+\.\d+\.\d+):\d+/g, '$1:port');
}

function byName({ results }: Report): ReadonlyMap<string, CaseResult> {
  return new Map(results.map((result) => [`${result.area}/${result.id}`, result]));
}

function sideOf({ name, report: { suite, target, startedAt, counts } }: NamedReport): ComparedRun {
  return { name, suite, target, startedAt, counts };
}

function compareRequirements(before: Report, after: Report): Comparison['requirements'] {
  const old = new Map(before.requirements.map(({ id, state }) => [id, state]));
  const ids = (state: 'passed' | 'failed') =>
    after.requirements.filter((each) => each.state === state && old.get(each.id) !== state).map(({ id }) => id);
  return { newlyFailing: ids('failed'), newlyPassing: ids('passed') };
}
