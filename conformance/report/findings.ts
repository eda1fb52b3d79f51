// The findings of one result: a case with checks may have several.

import { type CaseResult, type Check, type Errored, type Failed, verdictOf } from '../runner/result.ts';

/** One finding with its requirements. */
export type Finding = { readonly requirements: readonly string[]; readonly transcript: readonly string[] } & (
  | { readonly outcome: 'failed'; readonly what: string; readonly expected: string; readonly got: string }
  | { readonly outcome: 'errored'; readonly message: string }
);

/** All findings of a result: that of the case first, unless it repeats that of one of its checks. */
export function findingsOf(result: CaseResult): readonly Finding[] {
  const { checks = [] } = result;
  const failed = checks.filter((check) => check.outcome === 'failed');
  if (result.outcome !== 'failed' && result.outcome !== 'errored') return failed;
  const isRepeated = failed.some((check) => sameSides(check, result));
  return isRepeated ? failed : [ownFinding(result), ...failed];
}

/** Requirements that hold although the case failed or errored. */
export function heldOf(result: CaseResult): readonly string[] {
  return result.requirements.filter((id) => verdictOf(result, id) === 'passed');
}

function ownFinding(result: Failed | Errored): Finding {
  return { ...result, requirements: result.requirements.filter((id) => verdictOf(result, id) === result.outcome) };
}

function sameSides(check: Check, result: Failed | Errored): boolean {
  if (check.outcome !== 'failed' || result.outcome !== 'failed') return false;
  return check.what === result.what && check.got === result.got;
}
