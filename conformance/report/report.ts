// The report of a run: a versioned type, so that other tools can read it. It gives the state of each requirement, with
// the cases that show it.

import { type Catalogue, whyNoCase } from '../requirements/catalogue.ts';
import type { Requirement, RequirementLevel } from '../requirements/contract/requirement.ts';
import { type CaseResult, isKnown, verdictOf } from '../runner/result.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { type AreaCoverage, coverageOf, type RequirementState } from './coverage.ts';
import type { StaleDifference } from '../runner/known-differences.ts';
import { redactedResult, redactor } from './redaction.ts';

/** A requirement in the report. */
export interface ReportedRequirement {
  readonly id: string;
  readonly area: string;
  readonly level: RequirementLevel;
  readonly state: RequirementState;
  /** Ids of the cases that are evidence for it, also through a requirement with the same statement. */
  readonly cases: readonly string[];
  /** Why the suite has no case for it; absent if it has one, selected for this run or not. */
  readonly noCase?: string;
  /** Its statement in the suite's words; absent if there is none yet. */
  readonly statement?: string;
}

/** The number of results of each outcome. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Failed cases that the file of known differences expects; absent if there are none. */
  readonly known?: number;
  readonly skipped: number;
  readonly errored: number;
  /** Cases that the end of the run left undecided; absent if the run was complete. */
  readonly notRun?: number;
}

/** The report of a run. `version` changes when a reader of an older version would misread it. */
export interface Report {
  readonly kind: 'ConformanceReport';
  readonly version: 'v1';
  readonly suite: string;
  readonly target: { readonly server: string; readonly vendor: string; readonly version: string };
  readonly startedAt: string;
  readonly milliseconds: number;
  /**
   * The words that started the run, without those that select cases and the report form; they are used to run a case
   * again.
   */
  readonly command?: readonly string[];
  readonly counts: Counts;
  readonly results: readonly CaseResult[];
  /** Stale known differences: the case passed, or other requirements of it failed. Absent if there are none. */
  readonly stale?: readonly StaleDifference[];
  readonly requirements: readonly ReportedRequirement[];
  /** Requirement counts by area. */
  readonly coverage: readonly AreaCoverage[];
}

/** The `noCase` of a requirement that could have a case. */
export const notWritten = 'not written yet';

/** Facts about the run besides its results. */
export interface RunFacts {
  readonly suite: string;
  readonly target: Report['target'];
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly command?: readonly string[];
  readonly stale?: readonly StaleDifference[];
}

/**
 * Makes the report of a run, without secrets. `suiteCases`: every case of the suite, selected or not; `secrets`:
 * credentials of the run, hidden wherever they occur.
 */
export function makeReport(
  results: readonly CaseResult[],
  catalogue: Catalogue,
  suiteCases: readonly Evidence[],
  facts: RunFacts,
  secrets: readonly string[] = [],
): Report {
  const hide = redactor(secrets);
  const { stale = [], ...about } = facts;
  const fill = fillOf(facts.target.vendor);
  const evidence = evidenceOf(results, catalogue);
  const covered = evidenceOf(suiteCases, catalogue);
  const requirements = catalogue.requirements.map((requirement) => {
    const { id } = requirement;
    return reported(requirement, evidence.get(id) ?? [], (covered.get(id) ?? []).length > 0, fill);
  });
  return {
    kind: 'ConformanceReport',
    version: 'v1',
    ...about,
    ...(stale.length === 0 ? {} : { stale }),
    ...(facts.command === undefined ? {} : { command: facts.command.map(hide) }),
    target: { ...facts.target, server: hide(facts.target.server) },
    counts: countsOf(results),
    results: results.map((result) => redactedResult(result, hide)),
    requirements,
    coverage: coverageOf(requirements),
  };
}

/** Counts the results of each outcome. */
export function countsOf(results: readonly CaseResult[]): Counts {
  const count = (outcome: CaseResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const notRun = count('not-run');
  const known = results.filter(isKnown).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    ...(known === 0 ? {} : { known }),
    skipped: count('skipped'),
    errored: count('errored'),
    ...(notRun === 0 ? {} : { notRun }),
  };
}

/** Whether a run succeeded: at least one case passed, every failure was expected, none errored and none is left. */
export function succeeded({ passed, failed, known = 0, errored, notRun = 0 }: Counts): boolean {
  return passed > 0 && failed === known && errored === 0 && notRun === 0;
}

/** Evidence for requirements: a case, or its result. */
interface Evidence {
  readonly requirements: readonly string[];
}

/** Evidence by requirement, including that of requirements with the same statement. */
function evidenceOf<T extends Evidence>(all: readonly T[], catalogue: Catalogue): ReadonlyMap<string, readonly T[]> {
  const direct = new Map<string, T[]>();
  for (const each of all) {
    for (const id of each.requirements) direct.set(id, [...(direct.get(id) ?? []), each]);
  }
  const of = (id: string) => direct.get(id) ?? [];
  return new Map(
    catalogue.requirements.map(({ id, sameAs = [] }) => [
      id,
      [...new Set([id, ...sameAs].flatMap((each) => of(each)))],
    ]),
  );
}

/** Returns a function that replaces placeholders by the vendor's names. */
function fillOf(vendor: string): (text: string) => string {
  const id = vendorIds.find((known) => known === vendor);
  return id === undefined ? (text) => text : (text) => vendorOf(id).fill(text);
}

function reported(
  requirement: Requirement,
  results: readonly CaseResult[],
  covered: boolean,
  fill: (text: string) => string,
): ReportedRequirement {
  const { id, area, level, statement } = requirement;
  const state = stateOf(requirement, results);
  const cases = results.filter(({ outcome }) => outcome !== 'not-run').map((result) => result.id);
  return {
    id,
    area,
    level,
    state,
    cases,
    ...(statement === undefined ? {} : { statement: fill(statement) }),
    ...(covered ? {} : { noCase: whyNoCase(requirement) ?? notWritten }),
  };
}

/** One failure outweighs any success; if every verdict is skipped the requirement is skipped. */
function stateOf({ id, sameAs = [] }: Requirement, results: readonly CaseResult[]): RequirementState {
  const verdicts = results.flatMap((result) =>
    [id, ...sameAs].filter((each) => result.requirements.includes(each)).map((each) => verdictOf(result, each)),
  );
  if (verdicts.some((verdict) => verdict === 'failed' || verdict === 'errored')) return 'failed';
  if (verdicts.includes('passed')) return 'passed';
  return verdicts.includes('skipped') ? 'skipped' : 'untested';
}
