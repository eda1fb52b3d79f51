// The result of a case. A union, so that an undecided case cannot be mistaken for a passed one.

import type { Need } from '../contract/case.ts';

/** What is known about every outcome. */
interface Outcome {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly milliseconds: number;
  /** What the case judged apart from its rest, in the order of its looks. Absent: the outcome counts for every requirement. */
  readonly checks?: readonly Check[];
}

/** These requirements hold. */
export interface PassedCheck {
  readonly requirements: readonly string[];
  readonly outcome: 'passed';
}

/** These requirements do not hold, with the last exchanges before that was seen. */
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
  /** Why this target is known to fail so; absent: nobody expected it. */
  readonly known?: string;
}

/** The target does not offer what the case needs. */
export interface Skipped extends Outcome {
  readonly outcome: 'skipped';
  /** The need of the case that is not met; absent when only running it could show that the target lacks its subject. */
  readonly need?: Need;
  readonly reason: string;
}

/** The suite could not decide: network failure, time limit, a mistake in the case. */
export interface Errored extends Outcome {
  readonly outcome: 'errored';
  readonly message: string;
  readonly transcript: readonly string[];
}

/** The run was ended before the case was decided: nothing is known about the target. */
export interface NotRun extends Outcome {
  readonly outcome: 'not-run';
  readonly reason: string;
}

export type CaseResult = Passed | Failed | Skipped | Errored | NotRun;

/** Whether the result stands against the target or the run: a failure that is known to come does not. */
export function isBad(result: CaseResult): boolean {
  return (result.outcome === 'failed' && !isKnown(result)) || result.outcome === 'errored';
}

/** Whether it is a failure that is known to come. */
export function isKnown(result: CaseResult): result is Failed & { readonly known: string } {
  return result.outcome === 'failed' && result.known !== undefined;
}

/** What the result says about one of its requirements: the worst of the checks about it, else the outcome of the case. */
export function verdictOf({ outcome, checks = [] }: CaseResult, requirement: string): CaseResult['outcome'] {
  const own = checks.filter(({ requirements }) => requirements.includes(requirement));
  if (own.some((check) => check.outcome === 'failed')) return 'failed';
  if (own.some((check) => check.outcome === 'passed')) return 'passed';
  return own.length === 0 ? outcome : 'skipped';
}
