// An object without some of its fields.

import type { ListSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { assignKey } from '../../schema/assign-key.ts';
import type { FieldSet } from '../field/field-set.ts';
import { below, elementsOf, endsHere } from '../field/field-set.ts';
import { fieldElement } from '../field/path-element.ts';
import type { JsonObject } from './typed-value.ts';
import { elementOfItem, grainOf, holdsNothing, isObject, schemaOfKey } from './typed-value.ts';

/** Returns a copy without `fields`, which shares its other parts with `value`. Lists and objects that become empty are null. */
export function removeFields(value: JsonObject, fields: FieldSet, schema: StructSchema): Record<string, unknown> {
  return (fromFields(value, fields, schema) as Record<string, unknown> | null) ?? {};
}

function fromValue(value: unknown, fields: FieldSet, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (holdsNothing(value)) return null;
  const grain = grainOf(schema, value);
  if (grain === 'leaf') return null;
  if (grain === 'items' && schema.type === 'list') return fromItems(value as readonly unknown[], fields, schema);
  return isObject(value) ? fromFields(value, fields, schema) : null;
}

function fromFields(value: JsonObject, fields: FieldSet, schema: Schema): unknown {
  const rest: Record<string, unknown> = {};
  let left = 0;
  for (const key of Object.keys(value)) {
    const fate = below(fields, fieldElement(key));
    if (fate !== undefined && endsHere(fate)) continue;
    assignKey(rest, key, isKept(fate) ? value[key] : fromValue(value[key], fate, schemaOfKey(schema, key)));
    left += 1;
  }
  return left > 0 ? rest : null;
}

function fromItems(items: readonly unknown[], fields: FieldSet, schema: ListSchema): unknown {
  const rest: unknown[] = [];
  items.forEach((item, place) => {
    const fate = below(fields, elementOfItem(schema, item, place));
    if (fate !== undefined && endsHere(fate)) return;
    rest.push(isKept(fate) ? item : fromValue(item, fate, schema.items));
  });
  return rest.length > 0 ? rest : null;
}

function isKept(fate: FieldSet | undefined): fate is undefined {
  return fate === undefined || elementsOf(fate).length === 0;
}
