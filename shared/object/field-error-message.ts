// The text of one field violation without its path (requirements ERR), and short makers for the usual ones.

import type { FieldError } from './field-error.ts';
import { fieldErrorTypes } from './field-error.ts';
import { goFloat, quoted } from './quoted.ts';

/** Types whose message shows the offending value. */
const showsValue = new Set<FieldError['type']>([
  'FieldValueNotFound',
  'FieldValueDuplicate',
  'FieldValueInvalid',
  'FieldValueTypeInvalid',
  'FieldValueNotSupported',
  'FieldValueTooMany',
]);

/** `Invalid value: "x": detail`, `Required value: detail`, ... */
export function fieldErrorMessage(error: FieldError): string {
  const lead = fieldErrorTypes[error.type];
  const value = showsValue.has(error.type) && error.omitValue !== true ? `: ${valueText(error.value)}` : '';
  return error.detail === '' ? `${lead}${value}` : `${lead}${value}: ${error.detail}`;
}

export function required(field: string, detail = ''): FieldError {
  return { type: 'FieldValueRequired', field, detail };
}

export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, value, detail };
}

/** A number below 0. */
export function negativeValue(field: string, value: unknown): FieldError {
  return { ...invalidValue(field, value, 'must be greater than or equal to 0'), origin: 'minimum' };
}

/** The faults of values, as ones that a second validation finds as well; not those of a change. */
export function foundAgain(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.filter(({ change }) => change !== true).map((error) => ({ ...error, again: true }));
}

/** The same fault, as one that a declared rule finds too. */
export function alsoDeclared(error: FieldError): FieldError {
  return { ...error, covered: true };
}

/** The supported values are listed in the given order. */
export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const list = supported.map(quoted).join(', ');
  return {
    type: 'FieldValueNotSupported',
    field,
    value,
    detail: supported.length === 0 ? '' : `supported values: ${list}`,
  };
}

export function duplicateValue(field: string, value: unknown): FieldError {
  return { type: 'FieldValueDuplicate', field, value, detail: '' };
}

/** A name of something that is not there. */
export function notFoundValue(field: string, value: unknown): FieldError {
  return { type: 'FieldValueNotFound', field, value, detail: '' };
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { type: 'FieldValueForbidden', field, detail };
}

export function tooLong(field: string, bytes: number): FieldError {
  return { type: 'FieldValueTooLong', field, detail: `may not be more than ${bytes} bytes` };
}

export function tooMany(field: string, count: number, most: number): FieldError {
  return {
    type: 'FieldValueTooMany',
    field,
    value: count,
    detail: `must have at most ${most} item${most === 1 ? '' : 's'}`,
  };
}

/** An attempt to change a field that never changes. */
export function immutable(field: string, value: unknown): FieldError {
  return { ...invalidValue(field, value, 'field is immutable'), change: true };
}

function valueText(value: unknown): string {
  if (value === undefined) return 'null';
  if (isFraction(value)) return goFloat(Number(value));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return quoted(value);
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner));
  return typeof value === 'object' ? text.replaceAll(/[<>&\u2028\u2029]/g, escaped) : text;
}

/** Whether it is no whole number of 64 bits. */
function isFraction(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) !== value;
  return typeof value === 'number' && !(Number.isInteger(value) && Math.abs(value) < 2 ** 63);
}

/** Objects and lists are shown in the form that is safe inside of a page. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
