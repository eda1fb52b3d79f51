// Rules that are younger than objects that break them. Such an object can still be updated: an update is not refused for a fault that
// the stored object has already.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError, FieldErrorType } from '../../../shared/object/field-error.ts';

/** Faults by what they say; an absent part says nothing. */
export interface FaultPattern {
  readonly field: RegExp;
  readonly type?: FieldErrorType;
  readonly detail?: RegExp;
  readonly value?: string;
}

/** A fault of an update, and the objects before and after it. */
export interface UpdateFault {
  readonly fault: FieldError;
  readonly stored: ApiObject;
  readonly now: ApiObject;
  /** Faults of the stored object, by the rules for new ones. */
  readonly storedFaults: () => readonly FieldError[];
}

/** Faults of an update that are no reason to refuse it. */
export interface Tolerance extends FaultPattern {
  readonly when: (update: UpdateFault) => boolean;
}

export function isOf({ field, type, detail, value }: FaultPattern, fault: FieldError): boolean {
  if (type !== undefined && type !== fault.type) return false;
  if (value !== undefined && value !== fault.value) return false;
  return field.test(fault.field) && (detail === undefined || detail.test(fault.detail));
}

/** These faults, where the stored object has one of `others`: by default one of the same. */
export function asStored(faults: FaultPattern, others: FaultPattern = faults): Tolerance {
  return { ...faults, when: ({ storedFaults }) => storedFaults().some((fault) => isOf(others, fault)) };
}

/** Values that the stored object has somewhere among these. */
export function knownValues(faults: FaultPattern, valuesOf: (stored: ApiObject) => readonly unknown[]): Tolerance {
  return { ...faults, when: ({ fault, stored }) => valuesOf(stored).includes(fault.value) };
}
