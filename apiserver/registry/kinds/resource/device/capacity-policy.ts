// How much of a device's capacity one request may take, where several share it: listed values, or a range in steps,
// and a default.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  required,
  tooMany,
} from '../../../../../shared/object/field-error-message.ts';
import { compareQuantities, formatQuantity, parseQuantity } from '../../../../../shared/object/quantity.ts';

export interface CapacityPolicy {
  /** Null when it was left out. */
  readonly default?: string | null;
  readonly validValues?: readonly string[];
  readonly validRange?: { readonly min?: string; readonly max?: string; readonly step?: string };
}

const mostValues = 10;
const nanos = 1_000_000_000n;

/** `capacity`: all there is. */
export function capacityPolicyErrors(policy: CapacityPolicy, capacity: string, path: string): readonly FieldError[] {
  const { validValues = [], validRange, default: usual } = policy;
  if (validValues.length > 0 && validRange !== undefined) {
    const both = 'cannot specify "validValues" and "validRange" at the same time';
    return [forbiddenField(path, `exactly one policy can be specified, ${both}`)];
  }
  const kind = validValues.length > 0 ? 'validValues' : validRange !== undefined ? 'validRange' : undefined;
  if (kind === undefined) return [];
  if (usual === undefined || usual === null) return [required(`${path}.default`, `required when ${kind} is defined`)];
  if (validRange !== undefined) return rangeErrors(validRange, { usual, capacity }, `${path}.validRange`);
  return valueErrors(validValues, { usual, capacity }, `${path}.validValues`);
}

interface Amounts {
  readonly usual: string;
  readonly capacity: string;
}

function valueErrors(values: readonly string[], { usual, capacity }: Amounts, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<bigint>();
  for (const [index, value] of values.entries()) {
    const place = `${path}[${index}]`;
    if (index > 0 && isMore(values[index - 1] ?? '', value))
      errors.push(invalidValue(place, value, 'values must be sorted in ascending order'));
    if (isMore(value, capacity))
      errors.push(invalidValue(place, value, `option is larger than capacity value: ${capacity}`));
    const whole = wholeOf(value);
    if (seen.has(whole)) errors.push(duplicateValue(place, String(whole)));
    seen.add(whole);
  }
  if (values.length > mostValues) errors.push(tooMany(path, values.length, mostValues));
  if (!values.some((value) => !isMore(value, usual) && !isMore(usual, value)))
    errors.push(invalidValue(path, usual, 'default value is not valid according to the requestPolicy'));
  return errors;
}

function rangeErrors(
  { min, max, step }: NonNullable<CapacityPolicy['validRange']>,
  { usual, capacity }: Amounts,
  path: string,
): readonly FieldError[] {
  if (min === undefined) return [required(`${path}.min`, 'required when validRange is defined')];
  const errors: FieldError[] = [];
  const tell = (field: string, value: string, detail: string): void => {
    errors.push(invalidValue(`${path}.${field}`, value, detail));
  };
  if (isMore(min, capacity)) tell('min', min, `min is larger than capacity value: ${capacity}`);
  if (isMore(min, usual)) tell('min', usual, `default is less than min: ${min}`);
  if (max !== undefined) {
    if (isMore(min, max)) tell('max', min, `min is larger than max: ${max}`);
    if (isMore(max, capacity)) tell('max', max, `max is larger than capacity value: ${capacity}`);
    if (isMore(usual, max)) tell('max', usual, `default is more than max: ${max}`);
  }
  if (step === undefined) return errors;
  const first = sum(min, step);
  if (isMore(first, capacity)) tell('step', step, `one step ${first} is larger than capacity value: ${capacity}`);
  for (const value of max === undefined ? [usual] : [usual, max])
    addAll(errors, stepErrors(value, min, step, `${path}.step`));
  return errors;
}

function stepErrors(value: string, min: string, step: string, path: string): readonly FieldError[] {
  const size = wholeOf(step);
  if (size !== 0n && (wholeOf(value) - wholeOf(min)) % size === 0n) return [];
  return [invalidValue(path, value, `value is not a multiple of a given step (${step}) from (${min})`)];
}

function isMore(left: string, right: string): boolean {
  const [a, b] = [parseQuantity(left), parseQuantity(right)];
  return a !== undefined && b !== undefined && compareQuantities(a, b) > 0;
}

/** Rounded up. */
function wholeOf(text: string): bigint {
  const { nano = 0n } = parseQuantity(text) ?? {};
  return nano <= 0n ? nano / nanos : (nano + nanos - 1n) / nanos;
}

function sum(left: string, right: string): string {
  const [a, b] = [parseQuantity(left), parseQuantity(right)];
  return a === undefined || b === undefined ? left : formatQuantity({ nano: a.nano + b.nano, family: a.family });
}
