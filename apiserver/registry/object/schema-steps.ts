// The two steps of a write that the schema does by itself: defaults and declared validation, each followed by what the
// kind's strategy adds.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Resource } from '../contract/resource.ts';
import { isZero } from '../../../shared/schema/decode.ts';
import { applyDefaults } from '../../../shared/schema/default.ts';
import { validateBySchema } from '../../../shared/schema/validate.ts';

/** Declared defaults, then those that depend on other fields. In place; repeatable. */
export function defaultObject(resource: Resource, object: ApiObject): void {
  applyDefaults(object, resource.schema);
  resource.strategy.applyDefaults?.(object);
}

/**
 * Faults against the schema. `missing` are the required fields that the client left out; one that a default or a plug-in
 * has filled since is not missing. The status is the service's own
 * where it has an endpoint of its own, and is not held against the client elsewhere.
 */
export function validateSchema(
  resource: Resource,
  object: ApiObject,
  missing: readonly string[],
  subresource: string,
): readonly FieldError[] {
  if (subresource === 'status' && resource.strategy.freeStatus === true) return [];
  const ownStatus = resource.subresources.has('status');
  const except = subresource === '' ? (ownStatus ? ['status', 'metadata'] : ['metadata']) : ['spec', 'metadata'];
  const missingFields = subresource === '' ? missing.filter((path) => isLacking(object, path)) : [];
  return validateBySchema(object, resource.schema, { missingFields, except });
}

/**
 * What the schema and what the kind's strategy found, as one list. Where both found fault with the value of a field, the strategy
 * knows better; a missing field is not distinguished from errors inside it.
 */
export function mergeFaults(declared: readonly FieldError[], own: readonly FieldError[]): readonly FieldError[] {
  if (declared.length === 0 || own.length === 0) return own.length === 0 ? declared : own;
  const ofValues = own.filter(({ change }) => change !== true);
  const named = new Set(ofValues.map(({ field }) => field));
  const around = new Set(ofValues.flatMap(({ field }) => fieldsAround(field)));
  const hidden = own.flatMap(({ hides }) => (hides === undefined ? [] : [`${hides}.`, `${hides}[`]));
  // Some errors of lists are reported at the list itself.
  const known = ({ type, field }: FieldError): boolean =>
    named.has(field) ||
    named.has(field.replace(/\[\d+\](?=(\.\w+)?$)/, '')) ||
    hidden.some((path) => field.startsWith(path)) ||
    (type === 'FieldValueRequired' && around.has(field));
  return [...declared.filter((fault) => !known(fault)), ...own];
}

/** The fields that a field lies in: `a.b` and `a` of `a.b.c`. */
function fieldsAround(field: string): readonly string[] {
  const around: string[] = [];
  for (let dot = field.indexOf('.'); dot >= 0; dot = field.indexOf('.', dot + 1)) around.push(field.slice(0, dot));
  return around;
}

/** Whether what should hold the field is there, and the field is not. What holds it may have gone with a feature that is off. */
function isLacking(object: ApiObject, path: string): boolean {
  const holder = path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
  return isZero(valueAt(object, path)) && (holder === '' || valueAt(object, holder) !== undefined);
}

/** The value at a path as faults name it: `spec.containers[0].image`, `metadata.labels[example.com/a]`. */
function valueAt(object: ApiObject, path: string): unknown {
  let value: unknown = object;
  for (const [step] of path.matchAll(/[^.[\]]+|\[[^\]]*\]/g)) {
    const name = step.startsWith('[') ? step.slice(1, -1) : step;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
