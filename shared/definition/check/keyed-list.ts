// Checks that the items of a keyed list in a schema can be distinguished: each key is a scalar of every item.

import type { FieldError } from '../../object/field-error.ts';
import { forbiddenField, invalidValue, required } from '../../object/field-error-message.ts';
import { isSchema, type JsonSchema, type Markers } from '../structural/json-schema.ts';

/** Errors of the schema of a list that is marked as keyed, by path; none for another schema. */
export function keyedListErrors(markers: Markers, node: JsonSchema, path: string): readonly FieldError[] {
  const { listType, listMapKeys: mapKeys } = markers;
  if (node[listType] !== 'map') return [];
  const errors: FieldError[] = [];
  const keys = Array.isArray(node[mapKeys]) ? (node[mapKeys] as readonly unknown[]) : [];
  const keysPath = `${path}.${mapKeys}`;
  if (keys.length === 0) errors.push(required(keysPath, `must not be empty if ${listType} is map`));
  const { items } = node;
  if (!isSchema(items)) {
    errors.push(required(`${path}.items`, `must have a schema if ${listType} is map`));
    return errors;
  }
  if (items['type'] !== 'object') {
    const detail = `must be object if parent array's ${listType} is map`;
    errors.push(invalidValue(`${path}.items.type`, items['type'], detail));
    return errors;
  }
  if (items['nullable'] === true)
    errors.push(forbiddenField(`${path}.items.nullable`, `cannot be nullable when ${listType} is map`));
  const properties = isSchema(items['properties']) ? items['properties'] : {};
  for (const [place, key] of keys.entries()) {
    const property = typeof key === 'string' && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (isSchema(property)) errors.push(...keyErrors(markers, items, property, String(key), `${path}.items`));
    else errors.push(invalidValue(keysPath, keys, 'entries must all be names of item properties'));
    if (keys.indexOf(key) < place) errors.push(invalidValue(keysPath, keys, 'must not contain duplicate entries'));
  }
  return errors;
}

/** Errors of the property that is a key of the items. */
function keyErrors(
  markers: Markers,
  items: JsonSchema,
  property: JsonSchema,
  key: string,
  path: string,
): readonly FieldError[] {
  const { listType, listMapKeys: mapKeys } = markers;
  const errors: FieldError[] = [];
  const at = `${path}.properties[${key}]`;
  if (property['type'] === 'array' || property['type'] === 'object') {
    const detail = `must be a scalar type if parent array's ${listType} is map`;
    errors.push(invalidValue(`${at}.type`, items['type'], detail));
  }
  const isRequired = Array.isArray(items['required']) && items['required'].includes(key);
  const isDefaulted = property['default'] !== undefined && property['default'] !== null;
  if (!isRequired && !isDefaulted) {
    const detail = `this property is in ${mapKeys}, so it must have a default or be a required property`;
    errors.push(required(`${at}.default`, detail));
  }
  if (property['nullable'] === true)
    errors.push(forbiddenField(`${at}.nullable`, `this property is in ${mapKeys}, so it cannot be nullable`));
  return errors;
}
