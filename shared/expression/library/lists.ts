// Functions on lists whose items can be compared or added (CEL-014).

import { declaring, type Library, type Overload } from '../declare/function.ts';
import { compare, equal } from '../value/compare.ts';
import { Double, Duration, Failure, itemsOf, type List, Uint, type Value } from '../value/value.ts';
import { add } from './operators.ts';

const declare = declaring();
const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'] as const;
const zeros: readonly (readonly [string, Value])[] = [
  ['int', 0],
  ['uint', new Uint(0n)],
  ['double', new Double(0)],
  ['duration', new Duration(0n)],
];

function isSorted(list: List): Value {
  for (let place = 1; place < list.size; place += 1) {
    const order = compare(list.at(place - 1), list.at(place));
    // Values that have no order do not count.
    if (order !== undefined && order > 0) return false;
  }
  return true;
}

function sum(list: List, zero: Value): Value {
  let total = zero;
  for (const item of itemsOf(list)) {
    total = add(total, item);
    if (total instanceof Failure) return total;
  }
  return total;
}

/** The item that comes first (-1) or last (1) in the order. */
function extreme(name: string, side: number) {
  return (list: List): Value => {
    if (list.size === 0) return new Failure(`${name} called on empty list`);
    let found = list.at(0);
    for (let place = 1; place < list.size; place += 1) {
      const order = compare(found, list.at(place));
      if (order === -side) found = list.at(place);
    }
    return found;
  };
}

function indexOf(list: List, item: Value): Value {
  for (let place = 0; place < list.size; place += 1) if (equal(list.at(place), item)) return place;
  return -1;
}

function lastIndexOf(list: List, item: Value): Value {
  for (let place = list.size - 1; place >= 0; place -= 1) if (equal(list.at(place), item)) return place;
  return -1;
}

function ofComparable(
  name: string,
  id: (type: string) => string,
  result: string,
  call: (list: List) => Value,
): Overload[] {
  return comparable.map((type) =>
    declare(id(type), `list(${type}).${name}(): ${result === 'item' ? type : result}`, call),
  );
}

export const listLibrary: Library = {
  functions: [
    ...ofComparable('isSorted', (type) => `list_${type}_is_sorted_bool`, 'bool', isSorted),
    ...ofComparable('max', (type) => `list_${type}_max_${type}`, 'item', extreme('max', 1)),
    ...ofComparable('min', (type) => `list_${type}_min_${type}`, 'item', extreme('min', -1)),
    ...zeros.map(([type, zero]) =>
      declare(`list_${type}_sum_${type}`, `list(${type}).sum(): ${type}`, (list: List) => sum(list, zero)),
    ),
    declare('list_a_index_of_int', 'list(A).indexOf(A): int', indexOf),
    declare('list_a_last_index_of_int', 'list(A).lastIndexOf(A): int', lastIndexOf),
  ],
};
