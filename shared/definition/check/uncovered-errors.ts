// Reports fields that only alternatives (`anyOf`, `not`, ...) name, so that the structural part gives them no type.

import type { FieldError } from '../../object/field-error.ts';
import { addAll } from '../../object/add-all.ts';
import { required } from '../../object/field-error-message.ts';
import { type JsonSchema, namedSchemas, schemaAt, schemasAt } from '../structural/json-schema.ts';

/** `narrowing` says something of the value that `schema` declares; `path` and `at` are where they stand. */
export function uncoveredErrors(
  narrowing: JsonSchema,
  schema: JsonSchema | undefined,
  path: string,
  at: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
    schemasAt(narrowing, key).map((one, index) => [`${key}[${index}]`, one] as const),
  );
  const not = schemaAt(narrowing, 'not');
  for (const [key, one] of not === undefined ? alternatives : [['not', not] as const, ...alternatives]) {
    addAll(errors, inside(one, schema, path, `${at}.${key}`));
  }
  return errors;
}

function inside(
  narrowing: JsonSchema,
  schema: JsonSchema | undefined,
  path: string,
  at: string,
): readonly FieldError[] {
  if (schema === undefined) return [required(path, `because it is defined in ${at}`)];
  const errors = [...uncoveredErrors(narrowing, schema, path, at)];
  const items = schemaAt(narrowing, 'items');
  if (items !== undefined) addAll(errors, inside(items, schemaAt(schema, 'items'), `${path}.items`, `${at}.items`));
  const properties = schemaAt(schema, 'properties') ?? {};
  for (const [name, one] of namedSchemas(narrowing, 'properties')) {
    const place = `properties[${name}]`;
    addAll(errors, inside(one, schemaAt(properties, name), `${path}.${place}`, `${at}.${place}`));
  }
  return errors;
}
