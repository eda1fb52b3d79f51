// Fields of objects that selectors may name: texts, numbers and truth values that the schema declares.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { type JsonSchema, markersOf } from '../../../../../shared/definition/structural/json-schema.ts';
import { type Structural, structuralOf } from '../../../../../shared/definition/structural/structural.ts';
import { duplicateValue, invalidValue, required, tooMany } from '../../../../../shared/object/field-error-message.ts';

const most = 8;
const selectable: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);

export function selectableFieldErrors(
  vendor: Vendor,
  fields: readonly { readonly jsonPath?: string }[],
  schema: JsonSchema | undefined,
  path: string,
): readonly FieldError[] {
  if (fields.length === 0) return [];
  const detail = 'may only be set when `version.schema.openAPIV3Schema` is not included';
  if (schema === undefined) return [invalidValue(path, '', detail)];
  const root = structuralOf(markersOf(vendor), schema);
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { jsonPath = '' }] of fields.entries()) {
    const place = `${path}[${index}].jsonPath`;
    if (jsonPath === '') {
      errors.push(required(place));
      continue;
    }
    const found = schemaAtPath(root, jsonPath);
    if (typeof found === 'string') {
      errors.push(invalidValue(place, jsonPath, `is an invalid path: ${found}`));
      continue;
    }
    if (jsonPath.startsWith('.metadata.') || jsonPath === '.metadata')
      errors.push(invalidValue(place, jsonPath, 'must not point to fields in metadata'));
    if (!selectable.has(found.type)) {
      const wrong =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidValue(place, jsonPath, wrong));
    }
    if (seen.has(jsonPath)) errors.push(duplicateValue(place, jsonPath));
    seen.add(jsonPath);
  }
  if (seen.size > most) errors.push(tooMany(path, seen.size, most));
  return errors;
}

/** Returns the schema, or a text that says why there is none. */
function schemaAtPath(root: Structural, path: string): Structural | string {
  if (!path.startsWith('.')) return 'expected "." at the start of the path';
  let schema: Structural | undefined = root;
  for (const name of path.slice(1).split('.')) {
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return 'only field names are allowed';
    if (schema.type === 'array') return 'cannot reference into an array';
    const below: Structural | undefined =
      schema.properties.get(name) ?? (schema === root && name === 'metadata' ? { ...root, type: 'object' } : undefined);
    if (below === undefined) return `does not refer to a valid field`;
    schema = below;
  }
  return schema;
}
