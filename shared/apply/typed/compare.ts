// What differs between two objects of one schema, as sets of fields.

import type { ListSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { ownValue } from '../../schema/assign-key.ts';
import type { FieldSet } from '../field/field-set.ts';
import { leaf, treeOf } from '../field/field-set.ts';
import type { PathElement } from '../field/path-element.ts';
import { fieldElement } from '../field/path-element.ts';
import type { JsonObject } from './typed-value.ts';
import {
  descend,
  descendField,
  elementOfItem,
  grainOf,
  groupItems,
  holdsNothing,
  isObject,
  sameJson,
  schemaOfItems,
  schemaOfKey,
} from './typed-value.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/**
 * Fields that are only in the right object, that differ, and that are only in the left one. A list or object that is only in
 * one of them is a field itself, beside its content. Throws TypedError for a list whose items cannot be distinguished.
 */
export function compare(left: JsonObject, right: JsonObject, schema: StructSchema): Comparison {
  const found = compareFields(left, right, schema);
  return { added: found?.added ?? leaf, modified: found?.modified ?? leaf, removed: found?.removed ?? leaf };
}

/** Undefined: no difference. */
type Difference = { readonly [kind in keyof Comparison]?: FieldSet | undefined } | undefined;

type Branches = [PathElement, FieldSet][];

class Collector {
  readonly #added: Branches = [];
  readonly #modified: Branches = [];
  readonly #removed: Branches = [];

  add(element: PathElement, difference: Difference): void {
    if (difference === undefined) return;
    if (difference.added !== undefined) this.#added.push([element, difference.added]);
    if (difference.modified !== undefined) this.#modified.push([element, difference.modified]);
    if (difference.removed !== undefined) this.#removed.push([element, difference.removed]);
  }

  get result(): Difference {
    if (this.#added.length + this.#modified.length + this.#removed.length === 0) return undefined;
    return {
      added: treeOf(false, this.#added),
      modified: treeOf(false, this.#modified),
      removed: treeOf(false, this.#removed),
    };
  }
}

function compareValues(left: unknown, right: unknown, schema: Schema): Difference {
  if (left === right) return undefined;
  if (left === undefined) return { added: allOf(right, schema) };
  if (right === undefined) return { removed: allOf(left, schema) };
  if (schema.type === 'raw') return compareRaw(left, right, schema);
  const grain = grainOf(schema, right);
  if (grain === 'leaf' || (holdsNothing(left) && holdsNothing(right))) {
    return sameJson(left, right) ? undefined : { modified: leaf };
  }
  if (schema.type !== 'list') return compareFields(fieldsOf(left), fieldsOf(right), schema);
  // A comparison of the whole lists is faster than to match their items.
  return sameJson(left, right) ? undefined : compareItems(itemsOf(left), itemsOf(right), schema);
}

/** Of two forms, the left one goes and the right one comes, and where both are leaves it is modified. */
function compareRaw(left: unknown, right: unknown, schema: Schema): Difference {
  const [from, to] = [grainOf(schema, left), grainOf(schema, right)];
  const empty = holdsNothing(left) && holdsNothing(right);
  if (empty || (from === 'leaf' && to === 'leaf')) return sameJson(left, right) ? undefined : { modified: leaf };
  const inner = compareFields(fieldsOf(left), fieldsOf(right), schema);
  const other = from === to || left === null || right === null ? undefined : { modified: leaf };
  if (other === undefined) return inner;
  return { added: inner?.added, modified: leaf, removed: inner?.removed };
}

function compareFields(left: JsonObject, right: JsonObject, schema: Schema): Difference {
  if (left === right) return undefined;
  const found = new Collector();
  for (const key of Object.keys(right)) {
    const [before, after] = [ownValue(left, key), right[key]];
    if (before === after) continue;
    const below = schemaOfKey(schema, key);
    found.add(
      fieldElement(key),
      descendField(key, () => compareValues(before, after, below)),
    );
  }
  for (const key of Object.keys(left)) {
    if (ownValue(right, key) !== undefined) continue;
    const below = schemaOfKey(schema, key);
    found.add(
      fieldElement(key),
      descendField(key, () => compareValues(left[key], undefined, below)),
    );
  }
  return found.result;
}

function compareItems(left: readonly unknown[], right: readonly unknown[], schema: ListSchema): Difference {
  const found = new Collector();
  const [before, after] = [groupItems(schema, left), groupItems(schema, right)];
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(element) ?? [], after.get(element) ?? []];
    found.add(
      element,
      descend(element, () => compareGroups(from, to, schema.items)),
    );
  }
  return found.result;
}

/** Items that a list holds more than once are one field as a whole. */
function compareGroups(left: readonly unknown[], right: readonly unknown[], items: Schema): Difference {
  if (left.length <= 1 && right.length <= 1) return compareValues(left[0], right[0], items);
  if (left.length >= 2 && right.length >= 2) return sameJson(left, right) ? undefined : { modified: leaf };
  if (left.length >= 2) return { added: right.length === 0 ? undefined : allOf(right[0], items), removed: leaf };
  return { added: leaf, removed: left.length === 0 ? undefined : allOf(left[0], items) };
}

/** Every field of a value that stands on one side only, and the value itself. */
function allOf(value: unknown, schema: Schema): FieldSet {
  if (typeof value !== 'object' || value === null) return leaf;
  const grain = grainOf(schema, value);
  if (grain === 'leaf') return leaf;
  const branches: Branches = [];
  if (grain === 'fields') {
    const fields = fieldsOf(value);
    for (const key of Object.keys(fields)) {
      const below = schemaOfKey(schema, key);
      branches.push([fieldElement(key), descendField(key, () => allOf(fields[key], below))]);
    }
  } else if (schema.type === 'list') {
    addAllItems(itemsOf(value), schema, branches);
  }
  return treeOf(true, branches) ?? leaf;
}

function addAllItems(items: readonly unknown[], schema: ListSchema, branches: Branches): void {
  const below = schemaOfItems(schema);
  if (items.length === 1) {
    const element = elementOfItem(schema, items[0], 0);
    branches.push([element, descend(element, () => allOf(items[0], below))]);
    return;
  }
  for (const [element, group] of groupItems(schema, items)) {
    branches.push([element, group.length > 1 ? leaf : descend(element, () => allOf(group[0], below))]);
  }
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
