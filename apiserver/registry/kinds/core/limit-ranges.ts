// Limit ranges: limits and requests that a range leaves out follow from those it names, and lie within its bounds.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { duplicateValue, forbiddenField, invalidValue } from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { compareQuantities, parseQuantity } from '../../../../shared/object/quantity.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

type Quantities = Record<string, string>;

interface Limits {
  type?: string;
  max?: Quantities;
  min?: Quantities;
  default?: Quantities;
  defaultRequest?: Quantities;
}

interface LimitRange extends ApiObject {
  spec?: { limits?: Limits[] | null };
}

export const limitRangeStrategy: Strategy = {
  createOnUpdate: true,
  applyDefaults(object) {
    for (const item of (object as LimitRange).spec?.limits ?? []) {
      if (item.type !== 'Container') continue;
      const limits = { ...item.max, ...item.default };
      const requests = { ...item.min, ...limits, ...item.defaultRequest };
      if (Object.keys(limits).length > 0) item.default = limits;
      if (Object.keys(requests).length > 0) item.defaultRequest = requests;
    }
  },
  validateCreate: (object) => rangeErrors(object),
  validateUpdate: (object) => rangeErrors(object),
};

function rangeErrors({ spec }: LimitRange): readonly FieldError[] {
  const errors: FieldError[] = [];
  const types = new Set<string>();
  for (const [index, limits] of (spec?.limits ?? []).entries()) {
    const path = `spec.limits[${index}]`;
    const { type = '' } = limits;
    addAll(
      errors,
      checkQualifiedName(type).map((fault) => invalidValue(`${path}.type`, type, fault)),
    );
    if (types.has(type)) errors.push(duplicateValue(`${path}.type`, type));
    types.add(type);
    for (const field of ['default', 'defaultRequest'] as const) {
      if (type === 'Pod' && Object.keys(limits[field] ?? {}).length > 0)
        errors.push(forbiddenField(`${path}.${field}`, "may not be specified when `type` is 'Pod'"));
    }
    addAll(errors, orderErrors(limits, path));
  }
  return errors;
}

/** What must not be greater than what, where it is reported, and by which of the two values. */
const orders = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest', 'min value', 'default request value'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest', 'default request value', 'max value'],
  ['defaultRequest', 'default', 'defaultRequest', 'defaultRequest', 'default request value', 'default limit value'],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
] as const;

function orderErrors(limits: Limits, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set(
    (['min', 'max', 'default', 'defaultRequest'] as const).flatMap((part) => Object.keys(limits[part] ?? {})),
  );
  for (const name of names) {
    for (const [less, more, field, shown, lessText, moreText] of orders) {
      const [a, b] = [limits[less]?.[name], limits[more]?.[name]];
      if (limits.type === 'Pod' && (less.startsWith('default') || more.startsWith('default'))) continue;
      const [left, right] = [parseQuantity(a ?? ''), parseQuantity(b ?? '')];
      if (left === undefined || right === undefined || compareQuantities(left, right) <= 0) continue;
      const detail = `${lessText} ${a} is greater than ${moreText} ${b}`;
      errors.push(invalidValue(`${path}.${field}[${name}]`, limits[shown]?.[name], detail));
    }
  }
  return errors;
}
