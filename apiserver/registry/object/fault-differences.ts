// What two validators found of one object, compared: by type, field and the rule that was broken. Messages and values differ by
// nature (requirements DECLVAL).

import type { FieldError } from '../../../shared/object/field-error.ts';
import { isDeepStrictEqual } from 'node:util';

/** A fault that one of the validators found alone. */
export interface FaultDifference {
  readonly found: 'by declared rules' | 'by hand-written validation';
  readonly fault: Pick<FieldError, 'type' | 'field' | 'origin'>;
}

/**
 * Of hand-written faults only those count that a declared rule finds too. Equal ones count once; one matches every declared fault
 * like it that no earlier one matched.
 */
export function faultDifferences(
  handWritten: readonly FieldError[],
  declared: readonly FieldError[],
): readonly FaultDifference[] {
  const differences: FaultDifference[] = [];
  let left = declared;
  for (const fault of distinct(handWritten)) {
    if (fault.covered !== true) continue;
    const others = left.filter((other) => !isSame(fault, other));
    if (others.length === left.length) differences.push({ found: 'by hand-written validation', fault: named(fault) });
    left = others;
  }
  for (const fault of left) differences.push({ found: 'by declared rules', fault: named(fault) });
  return differences;
}

/** Of values that are not valid a rule must be told, or nothing says that both mean the same. */
function isSame(one: FieldError, other: FieldError): boolean {
  if (one.type !== other.type || one.field !== other.field || one.origin !== other.origin) return false;
  return one.type !== 'FieldValueInvalid' || one.origin !== undefined;
}

function distinct(faults: readonly FieldError[]): readonly FieldError[] {
  const kept: FieldError[] = [];
  for (const fault of faults) {
    if (!kept.some((other) => isDeepStrictEqual(other, fault))) kept.push(fault);
  }
  return kept;
}

function named({ type, field, origin }: FieldError): FaultDifference['fault'] {
  return origin === undefined ? { type, field } : { type, field, origin };
}
