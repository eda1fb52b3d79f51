// Whether a schema is structural: it gives every value a type outside of all alternatives (`anyOf`, `not`, ...), so that
// pruning and defaulting do not depend on which alternative matches.

import type { FieldError } from '../../object/field-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../object/add-all.ts';
import { fieldErrorMessage, forbiddenField, invalidValue, required } from '../../object/field-error-message.ts';
import {
  isSchema,
  type JsonSchema,
  type Markers,
  namedSchemas,
  schemaAt,
  schemasAt,
  textAt,
} from '../structural/json-schema.ts';
import { PatternFaults } from '../validate/pattern-faults.ts';
import { nestedErrors, type StructuralCheck } from './nested-errors.ts';
import { uncoveredErrors } from './uncovered-errors.ts';

type Level = 'root' | 'item' | 'field';

const untyped: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** None for a structural schema; sorted by their texts. */
export function structuralErrors(markers: Markers, schema: JsonSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  addAll(errors, nodeErrors({ ...markers, patterns: new PatternFaults() }, schema, 'root', path));
  addAll(errors, uncoveredErrors(schema, schema, path, path));
  const text = (error: FieldError): string => `${error.field}: ${fieldErrorMessage(error)}`;
  return errors
    .map((error) => ({ error, text: text(error) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ error }) => error);
}

function nodeErrors(markers: StructuralCheck, schema: JsonSchema, level: Level, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const items = schemaAt(schema, 'items');
  if (textAt(schema, 'type') === 'array' && items === undefined)
    errors.push(required(`${path}.items`, 'must be specified'));
  if (items !== undefined) addAll(errors, nodeErrors(markers, items, 'item', `${path}.items`));
  for (const [name, property] of namedSchemas(schema, 'properties')) {
    addAll(errors, nodeErrors(markers, property, 'field', `${path}.properties[${name}]`));
  }
  const additional = schema['additionalProperties'] ?? undefined;
  if (additional !== undefined && level === 'root')
    errors.push(forbiddenField(`${path}.additionalProperties`, 'must not be used at the root'));
  if (isSchema(additional)) addAll(errors, nodeErrors(markers, additional, 'field', `${path}.additionalProperties`));
  addAll(errors, markerErrors(markers, schema, path));
  addAll(errors, alternativeErrors(markers, schema, path));
  addAll(errors, typeErrors(markers, schema, level, path));
  addAll(errors, objectErrors(markers, schema, level, path));
  return errors;
}

function markerErrors(markers: Markers, schema: JsonSchema, path: string): readonly FieldError[] {
  if (schema[markers.intOrString] !== true) return [];
  const detail = `must be false if ${markers.intOrString} is true`;
  return [markers.preserveUnknown, markers.embedded]
    .filter((marker) => schema[marker] === true)
    .map((marker) => invalidValue(`${path}.${marker}`, true, detail));
}

/** What the schemas in alternatives may not say, but for the two of a value that is a number or a text. */
function alternativeErrors(markers: StructuralCheck, schema: JsonSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const [any, all, one] = [schemasAt(schema, 'anyOf'), schemasAt(schema, 'allOf'), schemasAt(schema, 'oneOf')];
  const nested = (of: JsonSchema, at: string, either = false): void =>
    addAll(errors, nestedErrors(markers, of, at, either));
  if (!isIntOrString(any)) any.forEach((of, index) => nested(of, `${path}.anyOf[${index}]`));
  all.forEach((of, index) => {
    const either = index === 0 && isIntOrString(schemasAt(of, 'anyOf'));
    nested(of, `${path}.allOf[${index}]`, either);
  });
  one.forEach((of, index) => nested(of, `${path}.oneOf[${index}]`));
  const not = schemaAt(schema, 'not');
  if (not !== undefined) nested(not, `${path}.not`);
  const pattern = textAt(schema, 'pattern');
  const fault = pattern === '' ? undefined : markers.patterns.of(pattern);
  if (fault !== undefined) {
    errors.push(invalidValue(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${fault}`));
  }
  return errors;
}

function isIntOrString(schemas: readonly JsonSchema[]): boolean {
  if (schemas.length !== 2) return false;
  return isDeepStrictEqual(
    schemas.map((schema) => ({ ...schema })),
    [{ type: 'integer' }, { type: 'string' }],
  );
}

function typeErrors(markers: Markers, schema: JsonSchema, level: Level, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const type = textAt(schema, 'type');
  const embedded = schema[markers.embedded] === true;
  if (embedded && type !== 'object') {
    const detail = `must be object if ${markers.embedded} is true`;
    errors.push(type === '' ? required(`${path}.type`, detail) : invalidValue(`${path}.type`, type, detail));
  } else if (type === '' && schema[markers.intOrString] !== true && schema[markers.preserveUnknown] !== true) {
    errors.push(required(`${path}.type`, untyped[level]));
  }
  if (embedded && (schema['additionalProperties'] ?? undefined) !== undefined) {
    errors.push(forbiddenField(`${path}.additionalProperties`, `must not be used if ${markers.embedded} is set`));
  }
  if (level === 'root' && type !== '' && type !== 'object')
    errors.push(invalidValue(`${path}.type`, type, 'must be object at the root'));
  return errors;
}

/** What objects with kind, version and metadata may say of them. */
function objectErrors(markers: Markers, schema: JsonSchema, level: Level, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const embedded = schema[markers.embedded] === true;
  const properties = schemaAt(schema, 'properties') ?? {};
  const isObject = level === 'root' || embedded;
  for (const name of isObject ? ['kind', 'apiVersion'] : []) {
    const property = schemaAt(properties, name);
    const type = property === undefined ? 'string' : textAt(property, 'type');
    if (type !== 'string') errors.push(invalidValue(`${path}.properties[${name}].type`, type, 'must be string'));
  }
  const metadata = schemaAt(properties, 'metadata');
  if (metadata !== undefined) {
    const place = `${path}.properties[metadata]`;
    const type = textAt(metadata, 'type');
    if (isObject && type !== 'object') errors.push(invalidValue(`${place}.type`, type, 'must be object'));
    if (level === 'root' && saysMore(metadata)) {
      const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
      errors.push(forbiddenField(place, detail));
    }
  }
  if (embedded && schema[markers.preserveUnknown] !== true && Object.keys(properties).length === 0) {
    const detail = `must not be empty if ${markers.embedded} is true without ${markers.preserveUnknown}`;
    errors.push(required(`${path}.properties`, detail));
  }
  return errors;
}

function saysMore(metadata: JsonSchema): boolean {
  return Object.keys(metadata).some((key) => {
    if (['type', 'description', 'title', 'default', 'format', 'example', 'externalDocs'].includes(key))
      return key === 'description';
    if (key !== 'properties') return true;
    return Object.keys(schemaAt(metadata, 'properties') ?? {}).some(
      (name) => name !== 'name' && name !== 'generateName',
    );
  });
}
