// Parses `fieldsV1` from clients or the store. Writing needs no code: a field set is its own JSON form.

import type { FieldSet } from './field-set.ts';
import { elementsOf, endsHere, isEmpty, leaf, treeOf } from './field-set.ts';
import type { PathElement } from './path-element.ts';
import { isSorted, readElement } from './path-element.ts';

/**
 * The set, in canonical form; shares what has it already with the value. Steps of kinds that are not known are left out. Throws
 * TypeError for what is no field set.
 */
export function readFieldsV1(value: unknown): FieldSet {
  return value === undefined ? leaf : readTree(value, true);
}

/** `atRoot`: no path ends there. */
function readTree(value: unknown, atRoot: boolean): FieldSet {
  if (value === null) return leaf;
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError('fieldsV1 holds objects only');
  let ends = false;
  // Most clients send what they got.
  let isCanonical = true;
  const branches: [PathElement, FieldSet][] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (key === '.') {
      ends = true;
      isCanonical &&= branches.length === 0 && !atRoot && isEmptyObject(item);
      continue;
    }
    const element = readElement(key);
    if (element === undefined) {
      isCanonical = false;
      continue;
    }
    const inner = readTree(item, false);
    isCanonical &&= element === key && inner === item;
    branches.push([element, inner]);
  }
  if (branches.length === 0) return ends || !isCanonical ? leaf : (value as FieldSet);
  if (isCanonical && isSorted(branches)) return value as FieldSet;
  return treeOf(ends && !atRoot, isCanonical ? branches : joined(branches)) ?? leaf;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isEmpty(value as FieldSet);
}

/** Two keys may be two texts of one element. */
function joined(branches: readonly [PathElement, FieldSet][]): [PathElement, FieldSet][] {
  const trees = new Map<PathElement, FieldSet>();
  for (const [element, tree] of branches) {
    const known = trees.get(element);
    trees.set(element, known === undefined ? tree : later(known, tree));
  }
  return [...trees];
}

/** The later one, unless there is nothing below it; a path ends where it does in either. */
function later(known: FieldSet, tree: FieldSet): FieldSet {
  const below = elementsOf(tree).length > 0 ? tree : known;
  const branches = elementsOf(below).map((element): [PathElement, FieldSet] => [element, below[element] ?? leaf]);
  return treeOf(endsHere(known) || endsHere(tree), branches) ?? leaf;
}
