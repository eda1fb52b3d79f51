// Sets the defaults of a definition in an object.

import { assignKey, ownValue } from '../../schema/assign-key.ts';
import { isSchema } from './json-schema.ts';
import type { Structural } from './structural.ts';

/** Sets the defaults of absent fields, and of nulls where there is no null, at every depth and in place. */
export function applyStructuralDefaults(value: unknown, schema: Structural): void {
  if (!schema.defaulted) return;
  if (Array.isArray(value)) defaultItems(value, schema);
  else if (isSchema(value)) defaultFields(value, schema);
}

function defaultFields(object: Record<string, unknown>, schema: Structural): void {
  for (const [name, property] of schema.properties) {
    if (!property.defaulted) continue;
    const given = ownValue(object, name);
    const absent = given === undefined || (given === null && !property.nullable);
    if (absent && property.default !== undefined) assignKey(object, name, structuredClone(property.default));
    applyStructuralDefaults(ownValue(object, name), property);
  }
  const { additional } = schema;
  if (additional === undefined || additional === 'any' || !additional.defaulted) return;
  for (const [key, value] of Object.entries(object)) {
    if (!schema.properties.has(key)) applyStructuralDefaults(value, additional);
  }
}

function defaultItems(items: unknown[], { items: schema }: Structural): void {
  if (schema?.defaulted !== true) return;
  for (const [index, item] of items.entries()) {
    if (item === null && !schema.nullable && schema.default !== undefined)
      items[index] = structuredClone(schema.default);
    applyStructuralDefaults(items[index], schema);
  }
}
