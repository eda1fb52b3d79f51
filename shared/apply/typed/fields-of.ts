// The fields that an applied configuration contains.

import type { ListSchema, Schema, StructSchema } from '../../schema/schema.ts';
import type { FieldSet } from '../field/field-set.ts';
import { leaf, treeOf } from '../field/field-set.ts';
import type { PathElement } from '../field/path-element.ts';
import { fieldElement } from '../field/path-element.ts';
import type { JsonObject } from './typed-value.ts';
import { descend, descendField, grainOf, groupItems, isNamed, isObject, schemaOfKey } from './typed-value.ts';

/**
 * The set of fields of an object: leaves, items of lists, keys of maps, and objects that hold nothing. Declared fields that
 * hold more are named by what they hold. Throws TypedError for a list whose items cannot be distinguished.
 */
export function fieldsOf(value: JsonObject, schema: StructSchema): FieldSet {
  return inObject(value, schema, false) ?? leaf;
}

/** What a value adds; undefined: nothing. `ends`: it is a field itself. */
function inValue(value: unknown, schema: Schema, ends: boolean): FieldSet | undefined {
  const grain = grainOf(schema, value);
  if (grain === 'leaf') return leaf;
  if (grain === 'fields') return isObject(value) ? inObject(value, schema, ends) : treeOf(ends, []);
  return Array.isArray(value) && schema.type === 'list' ? inList(value, schema, ends) : treeOf(ends, []);
}

function inObject(value: JsonObject, schema: Schema, ends: boolean): FieldSet | undefined {
  const branches: [PathElement, FieldSet][] = [];
  for (const key of Object.keys(value)) {
    const item = value[key];
    const isField = !isNamed(schema, key) || item === null || (isObject(item) && Object.keys(item).length === 0);
    const below = schemaOfKey(schema, key);
    const tree = descendField(key, () => inValue(item, below, isField));
    if (tree !== undefined) branches.push([fieldElement(key), tree]);
  }
  return treeOf(ends, branches);
}

function inList(items: readonly unknown[], schema: ListSchema, ends: boolean): FieldSet | undefined {
  const branches: [PathElement, FieldSet][] = [];
  for (const [element, group] of groupItems(schema, items)) {
    const tree = group.length > 1 ? leaf : descend(element, () => inValue(group[0], schema.items, true));
    if (tree !== undefined) branches.push([element, tree]);
  }
  return treeOf(ends, branches);
}
