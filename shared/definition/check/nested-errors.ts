// Checks schemas inside alternatives: they may narrow values, but not declare or describe them.

import type { FieldError } from '../../object/field-error.ts';
import { addAll } from '../../object/add-all.ts';
import { forbiddenField } from '../../object/field-error-message.ts';
import { type JsonSchema, type Markers, namedSchemas, schemaAt, schemasAt, textAt } from '../structural/json-schema.ts';
import type { PatternFaults } from '../validate/pattern-faults.ts';
import { invalidValue } from '../../object/field-error-message.ts';

/** What the check of one schema needs in each of its parts. */
export interface StructuralCheck extends Markers {
  readonly patterns: PatternFaults;
}

/** `either`: its own alternatives are the two of a value that is a number or a text. */
export function nestedErrors(
  markers: StructuralCheck,
  schema: JsonSchema,
  path: string,
  either = false,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, one] of innerSchemas(schema, either)) addAll(errors, nestedErrors(markers, one, `${path}.${key}`));
  const pattern = textAt(schema, 'pattern');
  const fault = pattern === '' ? undefined : markers.patterns.of(pattern);
  if (fault !== undefined)
    errors.push(invalidValue(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${fault}`));
  for (const [key, detail] of forbiddenHere(markers, schema)) errors.push(forbiddenField(`${path}.${key}`, detail));
  if (schemaAt(schemaAt(schema, 'properties') ?? {}, 'metadata') !== undefined)
    errors.push(forbiddenField(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
  return errors;
}

function innerSchemas(schema: JsonSchema, either: boolean): readonly (readonly [string, JsonSchema])[] {
  const lists = (either ? ['allOf', 'oneOf'] : ['anyOf', 'allOf', 'oneOf']).flatMap((key) =>
    schemasAt(schema, key).map((one, index) => [`${key}[${index}]`, one] as const),
  );
  const single = ['not', 'items'].flatMap((key) => {
    const one = schemaAt(schema, key);
    return one === undefined ? [] : [[key, one] as const];
  });
  const named = namedSchemas(schema, 'properties').map(([name, one]) => [`properties[${name}]`, one] as const);
  return [...lists, ...single, ...named];
}

function forbiddenHere(markers: Markers, schema: JsonSchema): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const given = (key: string): boolean => (schema[key] ?? undefined) !== undefined;
  const isSet = (key: string): boolean => schema[key] === true;
  if (textAt(schema, 'type') !== '') found.push(['type', 'must be empty to be structural']);
  // False is as if it were not there.
  if (given('additionalProperties') && schema['additionalProperties'] !== false)
    found.push(['additionalProperties', 'must be undefined to be structural']);
  if (given('default')) found.push(['default', 'must be undefined to be structural']);
  for (const key of ['title', 'description'])
    if (textAt(schema, key) !== '') found.push([key, 'must be empty to be structural']);
  for (const key of ['nullable', markers.preserveUnknown, markers.embedded, markers.intOrString])
    if (isSet(key)) found.push([key, 'must be false to be structural']);
  const keys: unknown = schema[markers.listMapKeys];
  if (Array.isArray(keys) && keys.length > 0) found.push([markers.listMapKeys, 'must be empty to be structural']);
  for (const key of [markers.listType, markers.mapType])
    if (given(key)) found.push([key, 'must be undefined to be structural']);
  const rules: unknown = schema[markers.validations];
  if (Array.isArray(rules) && rules.length > 0) found.push([markers.validations, 'must be empty to be structural']);
  return found;
}
