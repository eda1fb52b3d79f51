// Plain comparisons that report both sides as text.

import { isDeepStrictEqual } from 'node:util';
import { ExpectationFailed, shown } from '../contract/failure.ts';

/** Fails unless both values are deeply equal. */
export function expectEqual(what: string, got: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(got, expected)) throw new ExpectationFailed(what, shown(expected), shown(got));
}

/** Fails when both values are deeply equal. */
export function expectDifferent(what: string, got: unknown, other: unknown): void {
  if (isDeepStrictEqual(got, other))
    throw new ExpectationFailed(what, `something other than ${shown(other)}`, shown(got));
}

/** Fails unless the condition holds; `expected` is the condition as text, `got` the checked value. */
export function expectThat(what: string, condition: boolean, expected: string, got: unknown): void {
  if (!condition) throw new ExpectationFailed(what, expected, shown(got));
}

/** Fails unless both lists have the same members, in any order. */
export function expectSameMembers(what: string, got: readonly unknown[], expected: readonly unknown[]): void {
  const order = (list: readonly unknown[]) => list.map((each) => shown(each)).sort();
  if (!isDeepStrictEqual(order(got), order(expected))) throw new ExpectationFailed(what, shown(expected), shown(got));
}
