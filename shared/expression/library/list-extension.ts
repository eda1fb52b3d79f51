// The language's extension for lists: parts, order, ranges, nested lists; and sets.

import { declaring, type Library } from '../declare/function.ts';
import { argument, type Macro, NodeFactory, collected, variableOf } from '../syntax/macro.ts';
import { compare, contains, equal } from '../value/compare.ts';
import { ArrayList, Failure, type Int, itemsOf, List, typeOf, type Value } from '../value/value.ts';

const declare = declaring();
const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'] as const;
const sortInput = '@__sortBy_input__';
const sortByKeys = '@sortByAssociatedKeys';
/** Longest list that `lists.range` makes; what a longer one costs is beyond every budget. */
const longestRange = 10_000_000;

function slice(list: List, start: Int, end: Int): Value {
  const what = `cannot slice(${start}, ${end})`;
  if (start < 0 || end < 0) return new Failure(`${what}, negative indexes not supported`);
  if (start > end) return new Failure(`${what}, start index must be less than or equal to end index`);
  if (end > list.size) return new Failure(`${what}, list is length ${list.size}`);
  return new ArrayList([...itemsOf(list)].slice(Number(start), Number(end)));
}

function flattened(list: List, depth: Int): Value {
  if (depth < 0) return new Failure('level must be non-negative');
  const items: Value[] = [];
  const visit = (inner: List, left: number): void => {
    for (const item of itemsOf(inner)) {
      if (item instanceof List && left > 0) visit(item, left - 1);
      else items.push(item);
    }
  };
  visit(list, Number(depth));
  return new ArrayList(items);
}

function sortedBy(list: List, keys: List): Value {
  if (list.size !== keys.size) {
    return new Failure(
      `${sortByKeys}() expected a list of the same size as the associated keys list, but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  if (list.size === 0) return list;
  const first = keys.at(0);
  if (compare(first, first) === undefined) return new Failure('list elements must be comparable');
  const type = typeOf(first).name;
  const pairs = [...itemsOf(keys)].map((key, at) => [key, list.at(at)] as const);
  if (pairs.some(([key]) => typeOf(key).name !== type)) return new Failure('list elements must have the same type');
  pairs.sort(([left], [right]) => compare(left, right) ?? 0);
  return new ArrayList(pairs.map(([, item]) => item));
}

function distinct(list: List): Value {
  const items: Value[] = [];
  const seen = new Set<Value>();
  for (const item of itemsOf(list)) {
    const plain = typeof item === 'string' || typeof item === 'boolean';
    if (plain ? seen.has(item) : items.some((other) => equal(other, item))) continue;
    if (plain) seen.add(item);
    items.push(item);
  }
  return new ArrayList(items);
}

function range(size: Int): Value {
  if (size > longestRange) return new Failure(`lists.range(${size}): too long`);
  return new ArrayList(Array.from({ length: Math.max(0, Number(size)) }, (_, at) => at));
}

/** `list.sortBy(x, key)`: the list in the order of what each item gives. */
const sortBy: Macro = {
  name: 'sortBy',
  args: 2,
  member: true,
  expand(call) {
    const make = new NodeFactory(call.offset);
    const input = make.identifier(sortInput);
    const keys = collected(
      { ...call, target: input },
      variableOf(call.args[0]),
      undefined,
      argument(call, 1),
      undefined,
    );
    const sorted = { ...make.member(sortByKeys, input), args: [keys] };
    return make.bind(sortInput, call.target, sorted);
  },
};

export const listExtensionLibrary: Library = {
  macros: [sortBy],
  functions: [
    declare('list_slice', 'list(T).slice(int, int): list(T)', slice),
    declare('list_flatten', 'list(list(T)).flatten(): list(T)', (list: List) => flattened(list, 1)),
    declare('list_flatten_int', 'list(dyn).flatten(int): list(dyn)', flattened),
    declare('lists_range', 'lists.range(int): list(int)', range),
    declare('list_reverse', 'list(T).reverse(): list(T)', (list: List) => new ArrayList([...itemsOf(list)].reverse())),
    declare('list_distinct', 'list(T).distinct(): list(T)', distinct),
    ...comparable.flatMap((type) => [
      declare(`list_${type}_sort`, `list(${type}).sort(): list(${type})`, (list: List) => sortedBy(list, list)),
      declare(`list_${type}_sortByAssociatedKeys`, `list(T).${sortByKeys}(list(${type})): list(T)`, sortedBy),
    ]),
  ],
};

function holdsAll(list: List, part: List): boolean {
  for (const item of itemsOf(part)) if (!contains(list, item)) return false;
  return true;
}

function holdsAny(list: List, other: List): boolean {
  for (const item of itemsOf(list)) if (contains(other, item)) return true;
  return false;
}

export const setLibrary: Library = {
  functions: [
    declare('list_sets_contains_list', 'sets.contains(list(T), list(T)): bool', holdsAll),
    declare('list_sets_intersects_list', 'sets.intersects(list(T), list(T)): bool', holdsAny),
    declare(
      'list_sets_equivalent_list',
      'sets.equivalent(list(T), list(T)): bool',
      (left: List, right: List) => holdsAll(left, right) && holdsAll(right, left),
    ),
  ],
};
