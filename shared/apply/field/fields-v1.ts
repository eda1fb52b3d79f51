// Parses `fieldsV1` from clients or the store. Writing needs no code: a field set is its own JSON form.

import type { FieldSet } from './field-set.ts';
import { leaf, treeOf } from './field-set.ts';
import type { PathElement } from './path-element.ts';
import { readElement } from './path-element.ts';

/** The set, in canonical form. Steps of kinds that are not known are left out. Throws TypeError for what is no field set. */
export function readFieldsV1(value: unknown): FieldSet {
  return value === undefined ? leaf : (readTree(value).tree ?? leaf);
}

interface Read {
  /** What is below; undefined: nothing. */
  readonly tree: FieldSet | undefined;
  readonly ends: boolean;
}

function readTree(value: unknown): Read {
  if (value === null) return { tree: undefined, ends: true };
  if (typeof value !== 'object' || Array.isArray(value)) throw new TypeError('fieldsV1 holds objects only');
  let ends = false;
  const branches = new Map<PathElement, Read>();
  for (const [key, item] of Object.entries(value)) {
    if (key === '.') {
      ends = true;
      continue;
    }
    const element = readElement(key);
    if (element === undefined) continue;
    const inner = readTree(item);
    // Two keys may be two texts of one element.
    const known = branches.get(element);
    branches.set(element, { tree: inner.tree ?? known?.tree, ends: inner.ends || known?.ends === true });
  }
  if (branches.size === 0) return { tree: undefined, ends: true };
  const read = [...branches].map(([element, { tree, ends: here }]): [PathElement, FieldSet] => [
    element,
    treeOf(here, Object.entries(tree ?? leaf)) ?? leaf,
  ]);
  return { tree: treeOf(false, read), ends };
}
