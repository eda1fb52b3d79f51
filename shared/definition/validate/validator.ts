// Validates values by a schema, which is compiled to functions once. Every fault is reported, with the messages and field paths of
// the reference server. Values that an update does not change are not validated again.

import type { FieldError } from '../../object/field-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { notSupported, required, tooMany, invalidValue } from '../../object/field-error-message.ts';
import { ownValue } from '../../schema/assign-key.ts';
import {
  isSchema,
  type JsonSchema,
  type Markers,
  namedSchemas,
  numberAt,
  schemaAt,
  textAt,
  textsAt,
} from '../structural/json-schema.ts';
import { isUnchanged } from '../structural/correlation.ts';
import { alternatives } from './alternatives.ts';
import { formatRule, numberRule, textRule } from './scalar-rules.ts';
import { typeRule } from './value-type.ts';
import { below, type Check, item, keyed, noFaults, type Place, take, type Verdict } from './verdict.ts';

/** `old`: the value before an update; undefined: none. `field`: where the value stands, '' for a whole object. */
export type Validator = (value: unknown, old: unknown, field: string) => readonly FieldError[];

export function compileValidator(markers: Markers, schema: JsonSchema): Validator {
  const check = compile(markers, schema);
  return (value, old, field) => check(value, old, { field, text: '' }).errors;
}

function compile(markers: Markers, schema: JsonSchema): Check {
  const ofType = typeRule(markers, schema);
  const [ofText, ofFormat, ofNumber] = [textRule(schema), formatRule(schema), numberRule(schema)];
  const ofList = listCheck(markers, schema);
  const ofObject = objectCheck(markers, schema);
  const ofEnum = enumRule(schema);
  const chooses = alternatives(schema, (one) => compile(markers, one));
  return (value, old, place) => {
    const verdict = noFaults();
    if (old !== undefined && isUnchanged(markers, schema, value, old)) return verdict;
    const { errors } = verdict;
    if (ofType?.(value, place, errors) === true) verdict.checks += 1;
    if (value === null) {
      ofEnum?.(value, place, errors);
      return verdict;
    }
    // One for each part of the schema that applies to the value, and one for the schema.
    verdict.checks += (ofType === undefined ? 0 : 1) + 2;
    take(verdict, chooses(value, old, place));
    if (typeof value === 'string') {
      ofText?.(value, place, errors);
      ofFormat?.(value, place, errors);
      verdict.checks += ofFormat === undefined ? 1 : 2;
    } else if (typeof value === 'number' || typeof value === 'bigint') {
      ofNumber?.(value, place, errors);
      verdict.checks += 2;
    } else if (Array.isArray(value)) {
      take(verdict, ofList(value, old, place));
      verdict.checks += 1;
    }
    ofEnum?.(value, place, errors);
    verdict.checks += 1;
    if (isSchema(value)) {
      take(verdict, ofObject(value, old, place));
      verdict.checks += 1;
    }
    return verdict;
  };
}

/** Compiled when its first value comes. */
function late(markers: Markers, schema: JsonSchema): Check {
  let check: Check | undefined;
  return (value, old, place) => (check ??= compile(markers, schema))(value, old, place);
}

function enumRule(schema: JsonSchema): ((value: unknown, place: Place, errors: FieldError[]) => void) | undefined {
  const allowed: unknown = schema['enum'];
  if (!Array.isArray(allowed) || allowed.length === 0) return undefined;
  const values = allowed as readonly unknown[];
  const shown = values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return (value, { field }, errors) => {
    if (!values.some((one) => isDeepStrictEqual(one, value))) errors.push(notSupported(field, value, shown));
  };
}

type ListCheck = (value: readonly unknown[], old: unknown, place: Place) => Verdict;

function listCheck(markers: Markers, schema: JsonSchema): ListCheck {
  const items = schemaAt(schema, 'items');
  const check = items === undefined ? undefined : compile(markers, items);
  const [least, most] = [numberAt(schema, 'minItems'), numberAt(schema, 'maxItems')];
  const keys = textAt(schema, markers.listType) === 'map' ? textsAt(schema, markers.listMapKeys) : [];
  return (value, old, place) => {
    const verdict = noFaults();
    const oldItem = oldItems(old, keys);
    if (check !== undefined) {
      for (const [index, one] of value.entries()) take(verdict, check(one, oldItem(one), item(place, index)));
    }
    if (least !== undefined && value.length < least) {
      const detail = `${place.text} in body should have at least ${least} items`;
      verdict.errors.push(invalidValue(place.field, value.length, detail));
    }
    if (most !== undefined && value.length > most) verdict.errors.push(tooMany(place.field, value.length, most));
    verdict.checks += 1;
    return verdict;
  };
}

/** Only items that have keys can be matched with the items before the update. */
function oldItems(old: unknown, keys: readonly string[]): (value: unknown) => unknown {
  if (!Array.isArray(old) || keys.length === 0) return () => undefined;
  const keyOf = (value: unknown): string =>
    JSON.stringify(keys.map((key) => (isSchema(value) ? (ownValue(value, key) ?? null) : null)));
  const byKey = new Map<string, unknown>();
  for (const one of old as readonly unknown[]) byKey.set(keyOf(one), one);
  return (value) => byKey.get(keyOf(value));
}

type ObjectCheck = (value: JsonSchema, old: unknown, place: Place) => Verdict;

function objectCheck(markers: Markers, schema: JsonSchema): ObjectCheck {
  // Of a large schema most fields are in no object.
  const properties = new Map(namedSchemas(schema, 'properties').map(([name, one]) => [name, late(markers, one)]));
  const additional = schemaAt(schema, 'additionalProperties');
  const others = additional === undefined ? undefined : compile(markers, additional);
  const closed = schema['additionalProperties'] === false;
  const needed = textsAt(schema, 'required');
  const [least, most] = [numberAt(schema, 'minProperties'), numberAt(schema, 'maxProperties')];
  return (value, old, place) => {
    const verdict = noFaults();
    const { errors } = verdict;
    const before = isSchema(old) ? old : undefined;
    const oldAt = (name: string): unknown => (before === undefined ? undefined : ownValue(before, name));
    const keys = Object.keys(value);
    if (least !== undefined && keys.length < least) {
      const detail = `${place.text} in body should have at least ${least} properties`;
      errors.push(invalidValue(place.field, keys.length, detail));
    }
    if (most !== undefined && keys.length > most) errors.push(tooMany(place.field, keys.length, most));
    if (closed || others !== undefined) {
      for (const key of keys) {
        if (properties.has(key)) continue;
        if (others !== undefined) take(verdict, others(value[key], oldAt(key), keyed(place, key)));
        else
          errors.push(
            invalidValue(below(place, key).field, '', `${place.text}.${key} in body is a forbidden property`),
          );
      }
    }
    for (const [name, check] of properties) {
      if (Object.hasOwn(value, name)) take(verdict, check(value[name], oldAt(name), below(place, name)));
    }
    for (const name of needed) if (!Object.hasOwn(value, name)) errors.push(required(below(place, name).field));
    return verdict;
  };
}
