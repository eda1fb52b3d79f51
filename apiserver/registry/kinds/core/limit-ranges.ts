// Limit ranges: limits and requests that a range leaves out follow from those it names, and lie within its bounds.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { compareQuantities, parseQuantity } from '../../../../shared/object/quantity.ts';
import { type ResourceNames, resourceNames } from '../rule/resource-names.ts';

type Quantities = Record<string, string>;

interface Limits {
  type?: string;
  max?: Quantities;
  min?: Quantities;
  default?: Quantities;
  defaultRequest?: Quantities;
  maxLimitRequestRatio?: Quantities;
}

interface LimitRange extends ApiObject {
  spec?: { limits?: Limits[] | null };
}

function limitRangeStrategy(names: ResourceNames): Strategy {
  return {
    ...rangeStrategy,
    validateCreate: (object) => rangeErrors(object, names),
    validateUpdate: (object) => rangeErrors(object, names),
  };
}

const rangeStrategy: Strategy = {
  createOnUpdate: true,
  prepareCreate({ metadata }) {
    // Of all kinds only these may be made without a name.
    if ((metadata.name ?? '') === '' && metadata.uid !== undefined) metadata.name = metadata.uid;
  },
  applyDefaults(object) {
    for (const item of (object as LimitRange).spec?.limits ?? []) {
      if (item.type !== 'Container') continue;
      const limits = { ...item.max, ...item.default };
      const requests = { ...item.min, ...limits, ...item.defaultRequest };
      if (Object.keys(limits).length > 0) item.default = limits;
      if (Object.keys(requests).length > 0) item.defaultRequest = requests;
    }
  },
};

const standardTypes = ['Pod', 'Container', 'PersistentVolumeClaim'];
const amounts = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

function rangeErrors({ spec }: LimitRange, names: ResourceNames): readonly FieldError[] {
  const errors: FieldError[] = [];
  const types = new Set<string>();
  for (const [index, limits] of (spec?.limits ?? []).entries()) {
    const path = `spec.limits[${index}]`;
    const { type = '' } = limits;
    addAll(errors, typeErrors(type, `${path}.type`));
    if (types.has(type)) errors.push(duplicateValue(`${path}.type`, type));
    types.add(type);
    for (const field of ['default', 'defaultRequest'] as const) {
      if (type === 'Pod' && Object.keys(limits[field] ?? {}).length > 0)
        errors.push(forbiddenField(`${path}.${field}`, "may not be specified when `type` is 'Pod'"));
    }
    addAll(errors, nameErrors(limits, path, names));
    if (type === 'PersistentVolumeClaim' && limits.min?.storage === undefined && limits.max?.storage === undefined) {
      const detail = 'either minimum or maximum storage value is required, but neither was provided';
      errors.push(required(`${path}.limits`, detail));
    }
    addAll(errors, orderErrors(limits, path));
    addAll(errors, ratioErrors(limits, path));
    addAll(errors, overcommitErrors(limits, path, names));
  }
  return errors;
}

function typeErrors(type: string, path: string): readonly FieldError[] {
  const faults = checkQualifiedName(type);
  if (faults.length > 0) return faults.map((fault) => invalidValue(path, type, fault));
  const known = type.includes('/') || standardTypes.includes(type);
  return known ? [] : [invalidValue(path, type, 'must be a standard limit type or fully qualified')];
}

function nameErrors(limits: Limits, path: string, names: ResourceNames): readonly FieldError[] {
  const ofContainers = limits.type === 'Pod' || limits.type === 'Container';
  return amounts.flatMap((field) => {
    if (limits.type === 'Pod' && field.startsWith('default')) return [];
    return Object.keys(limits[field] ?? {}).flatMap((name) => {
      const place = `${path}.${field}[${name}]`;
      return ofContainers ? names.ofContainer(name, place) : names.any(name, place);
    });
  });
}

/** A ratio is at least 1, and can be reached between the least and the most. */
function ratioErrors({ min = {}, max = {}, maxLimitRequestRatio = {} }: Limits, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, text] of Object.entries(maxLimitRequestRatio)) {
    const place = `${path}.maxLimitRequestRatio[${name}]`;
    const ratio = parseQuantity(text);
    const [least, most] = [parseQuantity(min[name] ?? ''), parseQuantity(max[name] ?? '')];
    if (ratio === undefined) continue;
    const share = Number(ratio.nano) / 1e9;
    if (share < 1) errors.push(invalidValue(place, text, `ratio ${text} is less than 1`));
    if (least === undefined || most === undefined) continue;
    const bound = Number(most.nano) / Number(least.nano);
    if (share > bound) {
      const shown = Number.isFinite(bound) ? bound.toFixed(6) : '+Inf';
      errors.push(invalidValue(place, text, `ratio ${text} is greater than max/min = ${shown}`));
    }
  }
  return errors;
}

/** Of what cannot be shared, the limit is what is asked for. */
function overcommitErrors(limits: Limits, path: string, names: ResourceNames): readonly FieldError[] {
  const { default: limit = {}, defaultRequest: asked = {} } = limits.type === 'Pod' ? {} : limits;
  return Object.entries(asked).flatMap(([name, text]) => {
    const [left, right] = [parseQuantity(limit[name] ?? ''), parseQuantity(text)];
    if (left === undefined || right === undefined || names.overcommitted(name)) return [];
    if (compareQuantities(left, right) === 0) return [];
    const detail = `default value ${limit[name]} must equal to defaultRequest value ${text} in ${name}`;
    return [invalidValue(`${path}.defaultRequest[${name}]`, text, detail)];
  });
}

type Bounded = 'min' | 'max' | 'default' | 'defaultRequest';

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
    (['min', 'max', 'default', 'defaultRequest'] satisfies Bounded[]).flatMap((part) =>
      Object.keys(limits[part] ?? {}),
    ),
  );
  const ofPods = limits.type === 'Pod';
  for (const name of names) {
    // Each amount is parsed once: there may be a hundred thousand names.
    const amount = (part: Bounded) => parseQuantity(limits[part]?.[name] ?? '');
    const parsed = {
      min: amount('min'),
      max: amount('max'),
      default: ofPods ? undefined : amount('default'),
      defaultRequest: ofPods ? undefined : amount('defaultRequest'),
    };
    for (const [less, more, field, shown, lessText, moreText] of orders) {
      const [left, right] = [parsed[less], parsed[more]];
      if (left === undefined || right === undefined || compareQuantities(left, right) <= 0) continue;
      const detail = `${lessText} ${limits[less]?.[name]} is greater than ${moreText} ${limits[more]?.[name]}`;
      errors.push(invalidValue(`${path}.${field}[${name}]`, limits[shown]?.[name], detail));
    }
  }
  return errors;
}

export default {
  group: '',
  kind: 'LimitRange',
  name: 'limitranges',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['limits'],
  strategy: (vendor) => limitRangeStrategy(resourceNames(vendor)),
} satisfies KindRecord;
