// Adds declared fields to a set that holds only paths below them, so that removing the set leaves no empty object behind.

import type { Schema, StructSchema } from '../../schema/schema.ts';
import type { FieldSet } from '../field/field-set.ts';
import { elementsOf, endsHere, isEmpty, leaf, treeOf } from '../field/field-set.ts';
import type { PathElement } from '../field/path-element.ts';
import { isNamed, schemaOfItems, schemaOfKey } from './typed-value.ts';

export function withNamedFields(set: FieldSet, schema: StructSchema): FieldSet {
  return isEmpty(set) ? set : (inTree(set, schema, false) ?? leaf);
}

function inTree(tree: FieldSet, schema: Schema | undefined, ends: boolean): FieldSet | undefined {
  const branches = elementsOf(tree).map((element): [PathElement, FieldSet] => {
    const inner = tree[element] ?? leaf;
    const isField = element.startsWith('f:');
    const named = isField && schema !== undefined && isNamed(schema, element.slice(2));
    const deeper = inTree(inner, schemaBelow(schema, element, isField), endsHere(inner) || named);
    return [element, deeper ?? leaf];
  });
  return treeOf(ends, branches);
}

function schemaBelow(schema: Schema | undefined, element: PathElement, isField: boolean): Schema | undefined {
  if (schema === undefined) return undefined;
  if (isField) return schema.type === 'list' ? undefined : schemaOfKey(schema, element.slice(2));
  return element.startsWith('k:') && schema.type === 'list' ? schemaOfItems(schema) : undefined;
}
