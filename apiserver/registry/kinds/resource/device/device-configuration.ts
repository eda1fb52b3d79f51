// How devices are chosen and set up: selectors, tolerations, and configurations that are handed on to a driver.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../../../../../shared/object/field-error-message.ts';
import { checkLabelValue, checkQualifiedName } from '../../../../../shared/object/names.ts';
import { stringifyJson } from '../../../../../shared/codec/json/json.ts';
import { driverNameErrors, listErrors } from './device-names.ts';

export interface Selector {
  readonly cel?: { readonly expression?: string };
}

export interface Configuration {
  readonly opaque?: { readonly driver?: string; readonly parameters?: unknown };
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

export interface Taint {
  readonly key?: string;
  readonly value?: string;
  readonly effect?: string;
  timeAdded?: string;
}

export const mostRequests = 32;
export const mostConfigurations = 32;
const mostSelectors = 32;
const longestExpression = 10_240;
const longestParameters = 10_240;
const effects = ['NoExecute', 'NoSchedule'];
const operators = ['Equal', 'Exists'];

/** What is wrong with an expression; `forbidden`: it is one, but not allowed. */
export interface ExpressionFault {
  readonly detail: string;
  readonly forbidden: boolean;
}

/** Undefined: nothing is wrong with it. */
export type CheckExpression = (source: string) => ExpressionFault | undefined;

export function selectorsErrors(
  selectors: readonly Selector[] | undefined,
  path: string,
  check: CheckExpression,
): readonly FieldError[] {
  return listErrors(selectors ?? [], path, mostSelectors, ({ cel }, place) => {
    if (cel === undefined) return [required(`${place}.cel`)];
    const { expression = '' } = cel;
    const at = `${place}.cel.expression`;
    if (Buffer.byteLength(expression) > longestExpression) return [tooLong(at, longestExpression)];
    const fault = check(expression);
    if (fault === undefined) return [];
    return [fault.forbidden ? forbiddenField(at, fault.detail) : invalidValue(at, expression, fault.detail)];
  });
}

/** `stored`: it was taken when there was no limit yet. */
export function configurationErrors({ opaque }: Configuration, path: string, stored = false): readonly FieldError[] {
  if (opaque === undefined) return [required(`${path}.opaque`)];
  return [
    ...driverNameErrors(opaque.driver ?? '', `${path}.opaque.driver`),
    ...rawErrors(opaque.parameters, `${path}.opaque.parameters`, stored ? Infinity : longestParameters),
  ];
}

/** Data that must be there, an object, and of so many bytes at most. */
export function rawErrors(raw: unknown, path: string, most: number): readonly FieldError[] {
  if (raw === undefined || raw === null) return [required(path)];
  if (Number.isFinite(most) && Buffer.byteLength(stringifyJson(raw)) > most) return [tooLong(path, most)];
  if (typeof raw === 'object' && !Array.isArray(raw)) return [];
  return [invalidValue(path, '<value omitted>', 'must be a valid JSON object')];
}

export function tolerationsErrors(tolerations: readonly Toleration[] | undefined, path: string): readonly FieldError[] {
  return (tolerations ?? []).flatMap((toleration, index) => tolerationErrors(toleration, `${path}[${index}]`));
}

function tolerationErrors({ key = '', operator = '', value = '', effect = '' }: Toleration, path: string) {
  const errors: FieldError[] = key === '' ? [] : [...labelKeyErrors(key, `${path}.key`)];
  if (operator === '') errors.push(required(`${path}.operator`));
  else if (!operators.includes(operator)) errors.push(notSupported(`${path}.operator`, operator, operators));
  else if (operator === 'Equal') errors.push(...labelValueErrors(value, `${path}.value`));
  else if (value !== '') errors.push(invalidValue(`${path}.value`, value, 'must be empty for operator `Exists`'));
  if (effect !== '' && !effects.includes(effect)) errors.push(notSupported(`${path}.effect`, effect, effects));
  return errors;
}

export function taintErrors({ key = '', value = '', effect = '' }: Taint, path: string): readonly FieldError[] {
  const errors: FieldError[] = [...labelKeyErrors(key, `${path}.key`), ...labelValueErrors(value, `${path}.value`)];
  if (effect === '') errors.push(required(`${path}.effect`));
  else if (!effects.includes(effect)) errors.push(notSupported(`${path}.effect`, effect, effects));
  return errors;
}

export function labelKeyErrors(key: string, path: string): readonly FieldError[] {
  return checkQualifiedName(key).map((fault) => invalidValue(path, key, fault));
}

function labelValueErrors(value: string, path: string): readonly FieldError[] {
  return checkLabelValue(value).map((fault) => invalidValue(path, value, fault));
}
