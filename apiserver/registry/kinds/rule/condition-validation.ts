// Conditions in a status, of the kinds whose conditions all have the same form.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';

export interface Condition {
  readonly type?: string;
  readonly status?: string | null;
  readonly observedGeneration?: number | bigint;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string | null;
  readonly message?: string | null;
}

const statuses = ['False', 'True', 'Unknown'];
const reasonForm = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const wrongReason =
  'a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters ' +
  "or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or " +
  `'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '${reasonForm}')`;
const reasonPattern = new RegExp(`^${reasonForm}$`);
const mostReasonBytes = 1024;
const mostMessageBytes = 32 * 1024;

/** Each type once; type, status, time and reason are required. */
export function conditionErrors(conditions: readonly Condition[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, condition] of conditions.entries()) {
    const { type = '' } = condition;
    if (seen.has(type)) errors.push(duplicateValue(`${path}[${index}].type`, type));
    seen.add(type);
    addAll(errors, errorsOf(condition, `${path}[${index}]`));
  }
  return errors;
}

/** Each type once, and none without one: what is asked of the conditions of kinds with a form of their own. */
export function conditionTypeErrors(conditions: readonly Condition[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { type = '' }] of conditions.entries()) {
    const place = `${path}[${index}].type`;
    if (seen.has(type)) errors.push(duplicateValue(place, type));
    seen.add(type);
    if (type === '') errors.push(required(place));
  }
  return errors;
}

function errorsOf(condition: Condition, path: string): readonly FieldError[] {
  const { type = '', observedGeneration = 0, lastTransitionTime } = condition;
  const status = condition.status ?? '';
  const reason = condition.reason ?? '';
  const errors: FieldError[] = checkQualifiedName(type).map((fault) => invalidValue(`${path}.type`, type, fault));
  if (!statuses.includes(status)) errors.push(notSupported(`${path}.status`, status, statuses));
  if (observedGeneration < 0) {
    const detail = 'must be greater than or equal to zero';
    errors.push(invalidValue(`${path}.observedGeneration`, observedGeneration, detail));
  }
  if ((lastTransitionTime ?? '') === '') errors.push(required(`${path}.lastTransitionTime`));
  if (reason === '') errors.push(required(`${path}.reason`));
  else if (!reasonPattern.test(reason)) errors.push(invalidValue(`${path}.reason`, reason, wrongReason));
  if (Buffer.byteLength(reason) > mostReasonBytes) errors.push(tooLong(`${path}.reason`, mostReasonBytes));
  if (Buffer.byteLength(condition.message ?? '') > mostMessageBytes)
    errors.push(tooLong(`${path}.message`, mostMessageBytes));
  return errors;
}
