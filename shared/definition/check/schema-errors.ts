// What no schema of a definition may say, in whatever part of it, and how its markers belong together.

import type { FieldError } from '../../object/field-error.ts';
import { addAll } from '../../object/add-all.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../object/field-error-message.ts';
import {
  isSchema,
  type JsonSchema,
  type Markers,
  namedSchemas,
  schemaAt,
  schemasAt,
  textAt,
} from '../structural/json-schema.ts';
import { keyedListErrors } from './keyed-list.ts';

/** Where a schema stands. */
interface Surroundings {
  readonly root: boolean;
  /** Of kind, version or metadata of an object. */
  readonly metadata: boolean;
  /** Why there may be no default; undefined: there may. */
  readonly undefaulted: string | undefined;
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];
const objectFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

export function schemaErrors(markers: Markers, schema: JsonSchema, path: string): readonly FieldError[] {
  return errorsOf(markers, schema, path, { root: true, metadata: false, undefaulted: undefined });
}

function errorsOf(markers: Markers, schema: JsonSchema, path: string, around: Surroundings): FieldError[] {
  const errors = keywordErrors(markers, schema, path, around);
  if (schema['uniqueItems'] === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(`${path}.uniqueItems`, detail));
  }
  const inner: Surroundings = { ...around, root: false };
  const additional: unknown = schema['additionalProperties'];
  const properties = namedSchemas(schema, 'properties');
  if (properties.length > 0 && (isSchema(additional) || additional === false)) {
    const detail = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbiddenField(`${path}.additionalProperties`, detail));
  }
  if (isSchema(additional)) {
    const undefaulted = 'inside additionalProperties applying to object metadata';
    const where = around.metadata ? { ...inner, undefaulted } : inner;
    addAll(errors, errorsOf(markers, additional, `${path}.additionalProperties`, where));
  }
  for (const [name, property] of properties) {
    const ofObject = (around.root || schema[markers.embedded] === true) && objectFields.has(name);
    const where: Surroundings = {
      root: false,
      metadata: around.metadata || ofObject,
      undefaulted: ofObject && around.root ? `in top-level ${name}` : around.undefaulted,
    };
    addAll(errors, errorsOf(markers, property, `${path}.properties[${name}]`, where));
  }
  for (const [key, one] of otherSchemas(schema)) addAll(errors, errorsOf(markers, one, `${path}.${key}`, inner));
  addAll(errors, markerErrors(markers, schema, path));
  addAll(errors, keyedListErrors(markers, schema, path));
  return errors;
}

function otherSchemas(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const single = (key: string): readonly (readonly [string, JsonSchema])[] => {
    const one = schemaAt(schema, key);
    return one === undefined ? [] : [[key, one]];
  };
  const lists = ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    schemasAt(schema, key).map((one, index) => [`${key}[${index}]`, one] as const),
  );
  return [...single('not'), ...lists, ...single('items')];
}

function keywordErrors(markers: Markers, schema: JsonSchema, path: string, around: Surroundings): FieldError[] {
  const errors: FieldError[] = [];
  const type = textAt(schema, 'type');
  if (type !== '' && !types.includes(type)) errors.push(notSupported(`${path}.type`, type, types));
  if ((schema['default'] ?? undefined) !== undefined && around.undefaulted !== undefined)
    errors.push(forbiddenField(`${path}.default`, `must not be set ${around.undefaulted}`));
  for (const name of unsupported) {
    const given: unknown = schema[name] ?? undefined;
    if (given !== undefined && given !== '') errors.push(forbiddenField(`${path}.${name}`, `${name} is not supported`));
  }
  if (type === 'null')
    errors.push(forbiddenField(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  if (Array.isArray(schema['items']))
    errors.push(forbiddenField(`${path}.items`, 'items must be a schema object and not an array'));
  if (around.metadata && schema[markers.embedded] === true)
    errors.push(forbiddenField(`${path}.${markers.embedded}`, 'must not be used inside of resource meta'));
  const rules: unknown = schema[markers.validations];
  if (Array.isArray(rules) && rules.length > 0) {
    const detail =
      'this server does not evaluate validation rules yet; remove them, or declare what they say in the schema';
    errors.push(forbiddenField(`${path}.${markers.validations}`, detail));
  }
  return errors;
}

function markerErrors(markers: Markers, schema: JsonSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { preserveUnknown, listType, listMapKeys, mapType } = markers;
  if (schema[preserveUnknown] === false)
    errors.push(invalidValue(`${path}.${preserveUnknown}`, false, 'must be true or undefined'));
  const type = textAt(schema, 'type');
  const belongsTo = (marker: string, owner: string): void => {
    if ((schema[marker] ?? undefined) === undefined || type === owner) return;
    const detail = `must be ${owner} if ${marker} is specified`;
    errors.push(type === '' ? required(`${path}.type`, detail) : invalidValue(`${path}.type`, type, detail));
  };
  const oneOf = (marker: string, known: readonly string[]): void => {
    const value = schema[marker] ?? undefined;
    if (value !== undefined && !(typeof value === 'string' && known.includes(value)))
      errors.push(notSupported(`${path}.${marker}`, value, known));
  };
  belongsTo(mapType, 'object');
  oneOf(mapType, ['atomic', 'granular']);
  belongsTo(listType, 'array');
  if (type === 'array' && schema[listType] === 'set') addAll(errors, setErrors(markers, schema, path));
  oneOf(listType, ['atomic', 'set', 'map']);
  const keys: unknown = schema[listMapKeys];
  if (Array.isArray(keys) && keys.length > 0 && schema[listType] !== 'map') {
    const detail = `must be map if ${listMapKeys} is non-empty`;
    const given = schema[listType] ?? undefined;
    const place = `${path}.${listType}`;
    errors.push(given === undefined ? required(place, detail) : invalidValue(place, given, detail));
  }
  return errors;
}

/** Items of sets are owned as a whole. */
function setErrors({ listType, mapType }: Markers, schema: JsonSchema, path: string): readonly FieldError[] {
  const items = schemaAt(schema, 'items') ?? {};
  const errors: FieldError[] = [];
  const detail = `must be atomic as item of a list with ${listType}=set`;
  const [type, ofList] = [textAt(items, 'type'), items[listType] ?? undefined];
  if (type === 'array' && ofList !== undefined && ofList !== 'atomic')
    errors.push(invalidValue(`${path}.items.${listType}`, ofList, detail));
  if (type === 'object' && items[mapType] !== 'atomic')
    errors.push(invalidValue(`${path}.items.${mapType}`, ofList ?? null, detail));
  if (items['nullable'] === true)
    errors.push(forbiddenField(`${path}.items.nullable`, `cannot be nullable when ${listType} is set`));
  return errors;
}
