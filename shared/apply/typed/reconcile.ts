// Sets of fields that were recorded when a schema said otherwise: what is owned as a whole now was owned in parts then.

import type { Schema, StructSchema } from '../../schema/schema.ts';
import type { FieldSet } from '../field/field-set.ts';
import { elementsOf, endsHere, isEmpty, leaf, treeOf } from '../field/field-set.ts';
import type { PathElement } from '../field/path-element.ts';
import { isNamed, isOpen, schemaOfItems, schemaOfKey } from './typed-value.ts';

/**
 * The set with every list and object that is atomic by the schema as one field, where it held parts of it. What became
 * granular stays as it is: who owned the whole owns none of its parts. A set that fits comes back itself.
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
