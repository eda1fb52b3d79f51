// Checks every part of a definition's schema: forbidden keywords, and markers that must be used together.

import type { FieldError } from '../../object/field-error.ts';
import type { RuleJudge } from '../rule/rule-judge.ts';
import { addAll } from '../../object/add-all.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../object/field-error-message.ts';
import {
  isSchema,
  type JsonSchema,
  type Markers,
  namedSchemas,
  numberAt,
  schemaAt,
  schemasAt,
  textAt,
} from '../structural/json-schema.ts';
import { ruleTextErrors } from '../rule/rule-texts.ts';
import { keyedListErrors } from './keyed-list.ts';

/** Where a schema stands. */
interface Surroundings {
  readonly root: boolean;
  /** Of kind, version or metadata of an object. */
  readonly metadata: boolean;
  /** Why there may be no default; undefined: there may. */
  readonly undefaulted: string | undefined;
  /** How many values of the schema an object may have; undefined: as many as fit into a request. */
  readonly most: number | undefined;
  /** The schema around it whose values are not matched with those before an update; undefined: all are. */
  readonly unmatched: string | undefined;
}

/** What is wrong with a schema; with its rules only where nothing else is. */
interface Found {
  readonly errors: FieldError[];
  readonly ofRules: FieldError[];
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];
const objectFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** `rules` checks the rules; undefined: the schema has other faults, and its rules are not checked. */
export function schemaErrors(
  markers: Markers,
  schema: JsonSchema,
  path: string,
  rules: RuleJudge | undefined,
): readonly FieldError[] {
  const around: Surroundings = { root: true, metadata: false, undefaulted: undefined, most: 1, unmatched: undefined };
  const { errors, ofRules } = new SchemaCheck(markers, rules).found(schema, path, around);
  return [...errors, ...ofRules];
}

class SchemaCheck {
  readonly #markers: Markers;
  readonly #rules: RuleJudge | undefined;

  constructor(markers: Markers, rules: RuleJudge | undefined) {
    this.#markers = markers;
    this.#rules = rules;
  }

  found(schema: JsonSchema, path: string, around: Surroundings): Found {
    const markers = this.#markers;
    const found: Found = { errors: keywordErrors(markers, schema, path, around), ofRules: [] };
    const { errors } = found;
    if (schema['uniqueItems'] === true) {
      const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
      errors.push(forbiddenField(`${path}.uniqueItems`, detail));
    }
    const most = mostInside(schema, around.most);
    const inner: Surroundings = { ...around, root: false, most };
    this.#properties(found, schema, path, { around, inner });
    for (const [key, one] of alternativeSchemas(schema)) this.#take(found, one, `${path}.${key}`, inner);
    const items = schemaAt(schema, 'items');
    if (items !== undefined) {
      const matched = schema[markers.listType] === 'map';
      const unmatched = matched ? around.unmatched : (around.unmatched ?? path);
      this.#take(found, items, `${path}.items`, { ...inner, unmatched });
    }
    addAll(errors, markerErrors(markers, schema, path));
    addAll(errors, keyedListErrors(markers, schema, path));
    addAll(errors, ruleTextErrors(markers, schema, path));
    const rules: unknown = schema[markers.validations];
    if (this.#rules !== undefined && errors.length === 0 && Array.isArray(rules) && rules.length > 0) {
      const isObject = around.root || schema[markers.embedded] === true;
      const place = { path, isObject, most: around.most, unmatched: around.unmatched };
      addAll(found.ofRules, this.#rules.errors(schema, place));
    }
    return found;
  }

  #properties(
    found: Found,
    schema: JsonSchema,
    path: string,
    { around, inner }: { readonly around: Surroundings; readonly inner: Surroundings },
  ): void {
    const additional: unknown = schema['additionalProperties'];
    const properties = namedSchemas(schema, 'properties');
    if (properties.length > 0 && (isSchema(additional) || additional === false)) {
      const detail = 'additionalProperties and properties are mutual exclusive';
      found.errors.push(forbiddenField(`${path}.additionalProperties`, detail));
    }
    if (isSchema(additional)) {
      const undefaulted = 'inside additionalProperties applying to object metadata';
      const where = around.metadata ? { ...inner, undefaulted } : inner;
      this.#take(found, additional, `${path}.additionalProperties`, where);
    }
    for (const [name, property] of properties) {
      const ofObject = (around.root || schema[this.#markers.embedded] === true) && objectFields.has(name);
      this.#take(found, property, `${path}.properties[${name}]`, {
        ...inner,
        metadata: around.metadata || ofObject,
        undefaulted: ofObject && around.root ? `in top-level ${name}` : around.undefaulted,
      });
    }
  }

  #take(into: Found, schema: JsonSchema, path: string, around: Surroundings): void {
    const { errors, ofRules } = this.found(schema, path, around);
    addAll(into.errors, errors);
    addAll(into.ofRules, ofRules);
  }
}

/** How many values there may be inside of so many values of the schema. */
function mostInside(schema: JsonSchema, most: number | undefined): number | undefined {
  const type = textAt(schema, 'type');
  const isMap = type === 'object' && (schema['additionalProperties'] ?? undefined) !== undefined;
  if (!isMap && type !== 'array') return most;
  const each = numberAt(schema, isMap ? 'maxProperties' : 'maxItems');
  return most === undefined || each === undefined ? undefined : most * Math.max(0, each);
}

function alternativeSchemas(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const not = schemaAt(schema, 'not');
  const lists = ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    schemasAt(schema, key).map((one, index) => [`${key}[${index}]`, one] as const),
  );
  return not === undefined ? lists : [['not', not], ...lists];
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
  if (Array.isArray(schema['items']) && schema['items'].length > 0)
    errors.push(forbiddenField(`${path}.items`, 'items must be a schema object and not an array'));
  if (around.metadata && schema[markers.embedded] === true)
    errors.push(forbiddenField(`${path}.${markers.embedded}`, 'must not be used inside of resource meta'));
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
