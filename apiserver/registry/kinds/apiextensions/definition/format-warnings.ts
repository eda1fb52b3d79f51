// Unknown formats of strings in a schema: values are not validated against them, and the author of the schema gets a warning.

import type { Definition } from '../../../../../shared/definition/definition.ts';
import {
  type JsonSchema,
  namedSchemas,
  schemaAt,
  schemasAt,
  textAt,
} from '../../../../../shared/definition/structural/json-schema.ts';
import { formatCheckOf } from '../../../../../shared/definition/validate/formats.ts';

/** One warning for each unknown format that `old` does not have. */
export function formatWarnings(definition: Definition, old?: Definition): readonly string[] {
  const before = unknownFormats(old);
  return [...unknownFormats(definition)]
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function unknownFormats(definition: Definition | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { schema } of definition?.spec?.versions ?? []) {
    if (schema?.openAPIV3Schema !== undefined) collect(schema.openAPIV3Schema, found);
  }
  return found;
}

function collect(schema: JsonSchema, found: Set<string>): void {
  const format = textAt(schema, 'format');
  if (format !== '' && textAt(schema, 'type') === 'string' && formatCheckOf(format) === undefined) found.add(format);
  for (const [, property] of namedSchemas(schema, 'properties')) collect(property, found);
  for (const key of ['items', 'additionalProperties', 'not']) {
    const one = schemaAt(schema, key);
    if (one !== undefined) collect(one, found);
  }
  for (const key of ['allOf', 'anyOf', 'oneOf']) for (const one of schemasAt(schema, key)) collect(one, found);
}
