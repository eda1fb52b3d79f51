// The counts in a status: none is negative, and none is greater than the count that it is a part of.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';

export interface StatusCounts {
  /** Fields that are not negative, in the order in which their faults are reported. */
  readonly counts: readonly string[];
  /** Those that count some of `replicas`. */
  readonly parts?: readonly string[];
  /** How the ready pods are called that the available ones are a part of. Default: nothing is said of them. */
  readonly ready?: 'readyReplicas' | 'status.readyReplicas';
  /** Whether `collisionCount` only grows. Default false. */
  readonly collisions?: boolean;
}

/** Of replica sets and replication controllers. */
export const replicaCounts: StatusCounts = {
  counts: [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
    'terminatingReplicas',
  ],
  parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  ready: 'readyReplicas',
};

type Status = Readonly<Record<string, unknown>>;

/** The validation of an update of the status. */
export function checkedStatus(rules: StatusCounts): NonNullable<Strategy['validateStatusUpdate']> {
  return (object, old) => countErrors(statusOf(object), statusOf(old), rules);
}

function countErrors(
  status: Status,
  old: Status,
  { counts, parts = [], ready, collisions = false }: StatusCounts,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const count = (name: string): number => Number(status[name] ?? 0);
  const refuse = (name: string, detail: string): void => {
    errors.push(invalidValue(`status.${name}`, status[name] ?? 0, detail));
  };
  for (const name of counts) if (count(name) < 0) refuse(name, 'must be greater than or equal to 0');
  for (const name of parts) {
    if (count(name) > count('replicas')) refuse(name, 'cannot be greater than status.replicas');
  }
  if (ready !== undefined && count('availableReplicas') > count('readyReplicas')) {
    refuse('availableReplicas', `cannot be greater than ${ready}`);
  }
  const before = old['collisionCount'] ?? undefined;
  const after = status['collisionCount'] ?? undefined;
  if (collisions && before !== undefined && (after === undefined || Number(after) < Number(before))) {
    refuse('collisionCount', 'cannot be decremented');
  }
  return errors;
}

function statusOf(object: ApiObject): Status {
  return (object['status'] as Status | undefined) ?? {};
}
