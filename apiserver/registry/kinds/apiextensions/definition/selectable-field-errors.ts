// Fields of objects that selectors may name: texts, numbers and truth values that the schema declares.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { type JsonSchema, textAt } from '../../../../../shared/definition/structural/json-schema.ts';
import { readFieldPath } from '../../../../../shared/definition/rule/field-path.ts';
import { duplicateValue, invalidValue, required, tooMany } from '../../../../../shared/object/field-error-message.ts';

const most = 8;
const selectable: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);

export function selectableFieldErrors(
  fields: readonly { readonly jsonPath?: string }[],
  schema: JsonSchema | undefined,
  path: string,
): readonly FieldError[] {
  if (fields.length === 0) return [];
  if (schema === undefined) return [invalidValue(path, '', unschemed(path))];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, { jsonPath = '' }] of fields.entries()) {
    const place = `${path}[${index}].jsonPath`;
    if (jsonPath === '') {
      errors.push(required(place));
      continue;
    }
    const found = readFieldPath(jsonPath, schema, { brackets: false });
    if ('fault' in found) {
      errors.push(invalidValue(place, jsonPath, `is an invalid path: ${found.fault}`));
      continue;
    }
    if (/^metadata(?:[.[]|$)/.test(found.path))
      errors.push(invalidValue(place, jsonPath, 'must not point to fields in metadata'));
    if (!selectable.has(textAt(found.schema ?? {}, 'type'))) {
      const wrong =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidValue(place, jsonPath, wrong));
    }
    if (seen.has(found.path)) errors.push(duplicateValue(place, jsonPath));
    seen.add(found.path);
  }
  if (seen.size > most) errors.push(tooMany(path, seen.size, most));
  return errors;
}

/** The words for each place are those of the reference server. */
function unschemed(path: string): string {
  return path.startsWith('spec.versions')
    ? 'may only be set when `version.schema.openAPIV3Schema` is not included'
    : 'may only be set when validations.schema is included';
}
