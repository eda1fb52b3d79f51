// Judges the rules of a kind over an object, and over what it was before: a pure function of data.

import type { FieldError } from '../object/field-error.ts';
import type { Schema, StructSchema } from '../schema/schema.ts';
import type { FieldRules, ValueRules } from './rule.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../object/add-all.ts';
import { ownValue } from '../schema/assign-key.ts';
import { constraints, presence } from './constraints.ts';
import { fieldsOf, isMatch, isUnchanged, itemsOf, keysOf, type Place } from './place.ts';

/**
 * The faults of a decoded object, in the order of the rules. `old`: what is changed; undefined when the object is made. Throws
 * TypeError for rules that do not fit the schema, which is a defect of the rules.
 */
export function judgeRules(
  rules: FieldRules,
  schema: StructSchema,
  object: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>> | undefined,
): readonly FieldError[] {
  const faults: FieldError[] = [];
  const root = { name: '', path: '', value: object, old, schema, pointer: false, update: old !== undefined };
  judgeFields(rules, root, faults);
  return faults;
}

function judgeFields(rules: FieldRules, place: Place, faults: FieldError[]): void {
  const { schema, path, update } = place;
  if (schema.type !== 'struct') throw new TypeError(`rules for fields of ${path}, which is no struct`);
  const [now, before] = [fieldsOf(place.value), fieldsOf(place.old)];
  for (const [name, own] of Object.entries(rules)) {
    const field = schema.fields.get(name);
    if (field === undefined) throw new TypeError(`rules for the field ${name}, which ${schema.name} has not`);
    const inner = {
      name,
      path: path === '' ? name : `${path}.${name}`,
      value: ownValue(now, name),
      old: ownValue(before, name),
      schema: field.schema,
      pointer: field.pointer,
      update,
    };
    judgeValue(own, inner, faults);
  }
}

function judgeValue(rules: ValueRules, place: Place, faults: FieldError[]): void {
  if (isUnchanged(place)) return;
  const decision = presence(rules, place);
  if (decision === 'stop') return;
  if (decision !== 'go on') {
    addAll(faults, decision);
    return;
  }
  for (const constraint of constraints) addAll(faults, constraint(rules, place));
  // What is behind a pointer that leads nowhere has no fields.
  if (rules.fields !== undefined && !(place.pointer && (place.value ?? undefined) === undefined))
    judgeFields(rules.fields, place, faults);
  if (rules.items !== undefined) judgeItems(rules.items, rules.keys, place, faults);
  for (const { where, rules: own } of rules.item ?? []) {
    const index = itemsOf(place.value).findIndex((item) => isMatch(item, where));
    const old = itemsOf(place.old).find((item) => isMatch(item, where));
    if (index >= 0) judgeValue(own, itemPlace(place, index, old), faults);
  }
}

/** Compares values of a map by key, and items of a list by `keys`. Items of a list without keys have no old value. */
function judgeItems(rules: ValueRules, keys: readonly string[] | undefined, place: Place, faults: FieldError[]): void {
  const { schema, name, path, update } = place;
  if (schema.type === 'map') {
    const before = fieldsOf(place.old);
    for (const [key, value] of Object.entries(fieldsOf(place.value))) {
      const old = ownValue(before, key);
      judgeValue(
        rules,
        { name, path: `${path}[${key}]`, value, old, schema: schema.values, pointer: true, update },
        faults,
      );
    }
    return;
  }
  for (const [index, item] of itemsOf(place.value).entries()) {
    const same = (other: unknown): boolean =>
      keys !== undefined && isDeepStrictEqual(keysOf(other, keys), keysOf(item, keys));
    judgeValue(rules, itemPlace(place, index, itemsOf(place.old).find(same)), faults);
  }
}

function itemPlace(list: Place, index: number, old: unknown): Place {
  const { name, path, value, update } = list;
  const item = itemsOf(value)[index];
  return { name, path: `${path}[${index}]`, value: item, old, schema: itemSchema(list), pointer: true, update };
}

function itemSchema({ schema, path }: Place): Schema {
  if (schema.type !== 'list') throw new TypeError(`rules for items of ${path}, which is no list`);
  return schema.items;
}
