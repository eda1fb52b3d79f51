// Whether the defaults of a schema are values that it allows, without fields that it does not know.

import type { FieldError } from '../../object/field-error.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../object/add-all.ts';
import { invalidValue } from '../../object/field-error-message.ts';
import { DecodeError } from '../../schema/decode.ts';
import { type JsonSchema, type Markers, namedSchemas, schemaAt } from '../structural/json-schema.ts';
import { Pruner } from '../structural/prune.ts';
import { structuralOf } from '../structural/structural.ts';
import { embeddedErrors } from '../validate/embedded-objects.ts';
import { compileValidator } from '../validate/validator.ts';

const maxDepth = 256;

/** For structural schemas. `metadata`: the schema of metadata of objects inside of values. */
export function defaultErrors(
  markers: Markers,
  schema: JsonSchema,
  path: string,
  metadata: StructSchema,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const value: unknown = schema['default'] ?? undefined;
  if (value !== undefined) addAll(errors, valueErrors(markers, schema, value, `${path}.default`, metadata));
  const items = schemaAt(schema, 'items');
  if (items !== undefined) addAll(errors, defaultErrors(markers, items, `${path}.items`, metadata));
  for (const [name, property] of namedSchemas(schema, 'properties'))
    addAll(errors, defaultErrors(markers, property, `${path}.properties[${name}]`, metadata));
  return errors;
}

function valueErrors(
  markers: Markers,
  schema: JsonSchema,
  value: unknown,
  path: string,
  metadata: StructSchema,
): readonly FieldError[] {
  const structural = structuralOf(markers, schema);
  const errors: FieldError[] = [];
  try {
    const pruner = new Pruner({ metadata, maxDepth });
    const pruned = pruner.value(value, structural);
    if (pruner.unknown.length > 0 || !isDeepStrictEqual(pruned, value))
      errors.push(invalidValue(path, value, 'must not have unknown fields'));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return [invalidValue(path, value, error.message)];
  }
  const invalid = embeddedErrors(value, structural, path);
  addAll(errors, invalid.length > 0 ? invalid : compileValidator(markers, schema)(value, undefined, path));
  return errors;
}
