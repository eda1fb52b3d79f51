// Lists whose items must differ: as a whole (sets), or by their keys (maps).

import type { FieldError } from '../../object/field-error.ts';
import { duplicateValue, invalidValue } from '../../object/field-error-message.ts';
import { isSchema, type JsonSchema } from '../structural/json-schema.ts';
import type { Structural } from '../structural/structural.ts';

/** Faults of all lists in a value; `path` is where it stands. */
export function listErrors(value: unknown, schema: Structural, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  collect(value, schema, path, errors);
  return errors;
}

function collect(value: unknown, schema: Structural, path: string, errors: FieldError[]): void {
  if (!schema.marked) return;
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    if (schema.listType === 'set') pushRepeated(items, items, path, errors);
    if (schema.listType === 'map') checkKeys(items, schema.listMapKeys, path, errors);
    const { items: below } = schema;
    if (below !== undefined) items.forEach((one, index) => collect(one, below, `${path}[${index}]`, errors));
  } else if (isSchema(value)) {
    for (const [key, one] of Object.entries(value)) {
      const property = schema.properties.get(key);
      if (property !== undefined) collect(one, property, path === '' ? key : `${path}.${key}`, errors);
      else if (typeof schema.additional === 'object') collect(one, schema.additional, `${path}[${key}]`, errors);
    }
  }
}

function checkKeys(items: readonly unknown[], keys: readonly string[], path: string, errors: FieldError[]): void {
  const wrong = items.findIndex((one) => one !== null && !isSchema(one));
  if (wrong >= 0) {
    const detail = 'must be an object for an array of list-type map';
    errors.push(invalidValue(`${path}[${wrong}]`, items[wrong], detail));
    return;
  }
  const identities = items.map((one) => (isSchema(one) ? keysOf(one, keys) : {}));
  pushRepeated(identities, identities, path, errors);
}

function keysOf(value: JsonSchema, keys: readonly string[]): object {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(value, key) ? [[key, value[key]]] : [])));
}

/** A value that occurs more than twice is reported once. */
function pushRepeated(
  identities: readonly unknown[],
  shown: readonly unknown[],
  path: string,
  errors: FieldError[],
): void {
  const times = new Map<string, number>();
  identities.forEach((identity, index) => {
    const text = JSON.stringify(identity, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
    const seen = times.get(text) ?? 0;
    if (seen === 1) errors.push(duplicateValue(`${path}[${index}]`, shown[index]));
    times.set(text, seen + 1);
  });
}
