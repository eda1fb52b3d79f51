// Converts field sets that were recorded under an older schema: a value that is atomic now was owned in parts then.

import type { Schema, StructSchema } from '../../schema/schema.ts';
import type { FieldSet } from '../field/field-set.ts';
import { elementsOf, endsHere, isEmpty, leaf, treeOf } from '../field/field-set.ts';
import type { PathElement } from '../field/path-element.ts';
import { isNamed, isOpen, schemaOfItems, schemaOfKey } from './typed-value.ts';

/**
 * Replaces paths into lists and objects that are atomic in the schema by the path of the whole value. A value that became
 * granular stays as it is: its owner owns none of its parts. Returns the same set when it already fits.
 */
export function reconcile(set: FieldSet, schema: StructSchema): FieldSet {
  return isEmpty(set) ? set : inTree(set, schema);
}

function inTree(tree: FieldSet, schema: Schema): FieldSet {
  const elements = elementsOf(tree);
  if (elements.length === 0 || !isStructured(schema)) return tree;
  if (isAtomic(schema)) return leaf;
  let changed = false;
  const branches = elements.map((element): [PathElement, FieldSet] => {
    const inner = tree[element] ?? leaf;
    const below = schemaBelow(schema, element);
    const fitting = below === undefined ? inner : inTree(inner, below);
    changed ||= fitting !== inner;
    return [element, fitting];
  });
  return changed ? (treeOf(endsHere(tree), branches) ?? leaf) : tree;
}

function isStructured(schema: Schema): boolean {
  if (schema.type === 'struct') return schema.list.length > 0;
  return schema.type === 'map' || schema.type === 'list' || (schema.type === 'raw' && schema.atomic === true);
}

function isAtomic(schema: Schema): boolean {
  if (schema.type === 'list') return schema.listType === 'atomic';
  if (schema.type === 'struct' || schema.type === 'map') return schema.mapType === 'atomic';
  return schema.type === 'raw';
}

function schemaBelow(schema: Schema, element: PathElement): Schema | undefined {
  if (schema.type === 'list') return schemaOfItems(schema);
  const key = element.startsWith('f:') ? element.slice(2) : undefined;
  if (key !== undefined && isNamed(schema, key)) return schemaOfKey(schema, key);
  return isOpen(schema) ? schemaOfKey(schema, key ?? '') : undefined;
}
