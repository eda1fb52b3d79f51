// Which fields a write can change. It does not own fields that the update strategy of the resource or sub-resource resets.

import type { FieldSet } from './field-set.ts';
import { elementsOf, endsHere, exclude, isEmpty, leaf, treeOf } from './field-set.ts';
import type { PathElement } from './path-element.ts';

/** What is left of a set. */
export type FieldFilter = (set: FieldSet) => FieldSet;

/** Without the paths of `fields`, and what is below them. */
export function excluding(fields: FieldSet): FieldFilter {
  return (set) => exclude(set, fields);
}

/** Only what is at or below one of the patterns, in which `*` stands for any element. */
export function including(patterns: readonly (readonly PathElement[])[]): FieldFilter {
  return (set) => (isEmpty(set) ? set : (matching(set, patterns, false) ?? leaf));
}

function matching(tree: FieldSet, patterns: readonly (readonly PathElement[])[], ends: boolean): FieldSet | undefined {
  if (patterns.some((pattern) => pattern.length === 0)) return treeOf(ends, Object.entries(withoutSelf(tree)));
  const branches: [PathElement, FieldSet][] = [];
  for (const element of elementsOf(tree)) {
    const rest = patterns.filter(([first]) => first === '*' || first === element).map((pattern) => pattern.slice(1));
    if (rest.length === 0) continue;
    const inner = tree[element] ?? leaf;
    const matched = matching(inner, rest, endsHere(inner));
    if (matched !== undefined) branches.push([element, matched]);
  }
  return treeOf(ends, branches);
}

function withoutSelf(tree: FieldSet): Record<PathElement, FieldSet> {
  return Object.fromEntries(elementsOf(tree).map((element) => [element, tree[element] ?? leaf]));
}
