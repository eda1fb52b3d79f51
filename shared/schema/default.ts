// Sets the defaults that fields declare. Defaults that depend on other fields are the
// registry's (see `builtin.ts`).

import { assignKey, ownValue } from './assign-key.ts';
import { isZero } from './decode.ts';
import type { Field, Schema, StructSchema } from './schema.ts';

/**
 * Sets the declared default of every field that is absent, at every depth, in place. A pointer field is absent when it is
 * undefined or null; any other field also when it holds its zero value. Nothing is added below a struct that is absent
 * and has no default itself.
 */
export function applyDefaults(object: Record<string, unknown>, schema: StructSchema): void {
  for (const field of schema.defaulted) {
    const given = ownValue(object, field.name);
    if (field.default !== undefined && isAbsent(given, field)) {
      if (!isZero(field.default) || field.pointer || field.alwaysWritten) {
        assignKey(object, field.name, structuredClone(field.default));
      }
      descend(ownValue(object, field.name), field.schema);
    } else if (typeof given === 'object' && given !== null) {
      descend(given, field.schema);
    }
  }
}

function isAbsent(given: unknown, field: Field): boolean {
  return given === undefined || given === null || (!field.pointer && isZero(given));
}

function descend(value: unknown, schema: Schema): void {
  if (typeof value !== 'object' || value === null) return;
  if (schema.type === 'struct') {
    applyDefaults(value as Record<string, unknown>, schema);
  } else if (schema.type === 'list' && Array.isArray(value)) {
    if (isNested(schema.items)) for (const item of value) descend(item, schema.items);
  } else if (schema.type === 'map' && isNested(schema.values)) {
    for (const item of Object.values(value)) descend(item, schema.values);
  }
}

function isNested(schema: Schema): boolean {
  return schema.type === 'struct' || schema.type === 'list' || schema.type === 'map';
}
