// The result of a case: a union type, so that an undecided case cannot be mistaken for a passed one.

import type { Need } from '../contract/case.ts';

/** Fields of every outcome. */
interface Outcome {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly milliseconds: number;
  /** The checks of the case, in order. Absent: the outcome applies to every requirement. */
  readonly checks?: readonly Check[];
}

/** These requirements hold. */
export interface PassedCheck {
  readonly requirements: readonly string[];
  readonly outcome: 'passed';
}

/** These requirements do not hold. `transcript` holds the last exchanges before the failure. */
export interface FailedCheck {
  readonly requirements: readonly string[];
  readonly outcome: 'failed';
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  readonly transcript: readonly string[];
}

/** The target does not show whether these requirements hold. */
export interface SkippedCheck {
  readonly requirements: readonly string[];
  readonly outcome: 'skipped';
  readonly reason: string;
}

export type Check = PassedCheck | FailedCheck | SkippedCheck;

/** The behaviour holds. */
export interface Passed extends Outcome {
  readonly outcome: 'passed';
}

/** The behaviour does not hold. `transcript` is the last exchange or two, as text. */
export interface Failed extends Outcome {
  readonly outcome: 'failed';
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  readonly transcript: readonly string[];
  /** The reason from the file of known differences; absent: the failure was not expected. */
  readonly known?: string;
}

/** The target does not offer what the case needs. */
export interface Skipped extends Outcome {
  readonly outcome: 'skipped';
  /** The unmet need. Absent when the case found out while running that the target lacks its subject. */
  readonly need?: Need;
  readonly reason: string;
}

/** The suite could not decide: a network failure, the time limit, or a mistake in the case. */
export interface Errored extends Outcome {
  readonly outcome: 'errored';
  readonly message: string;
  readonly transcript: readonly string[];
}

/** The run ended before the case was decided, which says nothing about the target. */
export interface NotRun extends Outcome {
  readonly outcome: 'not-run';
  readonly reason: string;
}

export type CaseResult = Passed | Failed | Skipped | Errored | NotRun;

/** Whether the result counts against the target or the run; an expected failure does not. */
export function isBad(result: CaseResult): boolean {
  return (result.outcome === 'failed' && !isKnown(result)) || result.outcome === 'errored';
}

/** Whether the result is an expected failure. */
export function isKnown(result: CaseResult): result is Failed & { readonly known: string } {
  return result.outcome === 'failed' && result.known !== undefined;
}

/** The verdict about one requirement: the worst of its checks, else the outcome of the case. */
export function verdictOf({ outcome, checks = [] }: CaseResult, requirement: string): CaseResult['outcome'] {
  const own = checks.filter(({ requirements }) => requirements.includes(requirement));
  if (own.some((check) => check.outcome === 'failed')) return 'failed';
  if (own.some((check) => check.outcome === 'passed')) return 'passed';
  return own.length === 0 ? outcome : 'skipped';
}
