// Functions on optional values: create, test and unwrap. `or` and `orValue` are operators (evaluate/logic.ts), because they may
// not need their second operand.

import { declaring, type Library } from '../declare/function.ts';
import { operators } from '../syntax/tree.ts';
import { optionalMacros } from '../syntax/optional-macro.ts';
import { types, typeType } from '../type/type.ts';
import {
  ArrayList,
  Double,
  Duration,
  Failure,
  itemsOf,
  List,
  Mapping,
  Optional,
  Timestamp,
  Uint,
  type Value,
} from '../value/value.ts';

const declare = declaring();
const lazy = (): Value => new Failure('no such overload');

/** Whether a value is the zero of its type: empty, 0, false. */
function isZero(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0) return true;
  if (value instanceof Double) return value.value === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.seconds === -62_135_596_800 && value.nanos === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  return (value instanceof List || value instanceof Mapping) && value.size === 0;
}

/** None where the list has no such place. */
function itemOf(list: List, place: number): Optional {
  return list.size === 0 ? Optional.none : new Optional(list.at(place));
}

function unwrapped(list: List): Value {
  const values: Value[] = [];
  for (const item of itemsOf(list)) {
    if (!(item instanceof Optional)) return new Failure('no such overload');
    if (item.value !== undefined) values.push(item.value);
  }
  return new ArrayList(values);
}

export const optionalLibrary: Library = {
  macros: optionalMacros,
  constants: new Map([['optional_type', { type: typeType(types.optional), value: types.optional }]]),
  functions: [
    declare('optional_of', 'optional.of(V): optional(V)', (value: Value) => new Optional(value)),
    declare('optional_ofNonZeroValue', 'optional.ofNonZeroValue(V): optional(V)', (value: Value) =>
      isZero(value) ? Optional.none : new Optional(value),
    ),
    declare('optional_none', 'optional.none(): optional(V)', () => Optional.none),
    declare('optional_value', 'optional(V).value(): V', ({ value }: Optional) =>
      value === undefined ? new Failure('optional.none() dereference') : value,
    ),
    declare('optional_hasValue', 'optional(V).hasValue(): bool', ({ value }: Optional) => value !== undefined),
    declare('optional_or_optional', 'optional(V).or(optional(V)): optional(V)', lazy),
    declare('optional_orValue_value', 'optional(V).orValue(V): V', lazy),
    declare('list_first', 'list(V).first(): optional(V)', (list: List) => itemOf(list, 0)),
    declare('list_last', 'list(V).last(): optional(V)', (list: List) => itemOf(list, list.size - 1)),
    declare('optional_unwrapOpt', 'optional.unwrap(list(optional(V))): list(V)', unwrapped),
    declare('optional_unwrapOpt', 'list(optional(V)).unwrapOpt(): list(V)', unwrapped),
    declare('select_optional_field', `${operators.optionalSelect}(dyn, string): optional(V)`, lazy),
    declare('list_optindex_optional_int', `${operators.optionalIndex}(list(V), int): optional(V)`, lazy),
    declare(
      'optional_list_optindex_optional_int',
      `${operators.optionalIndex}(optional(list(V)), int): optional(V)`,
      lazy,
    ),
    declare('map_optindex_optional_value', `${operators.optionalIndex}(map(K, V), K): optional(V)`, lazy),
    declare(
      'optional_map_optindex_optional_value',
      `${operators.optionalIndex}(optional(map(K, V)), K): optional(V)`,
      lazy,
    ),
    declare('optional_list_index_int', `${operators.index}(optional(list(V)), int): optional(V)`, lazy),
    declare('optional_map_index_value', `${operators.index}(optional(map(K, V)), K): optional(V)`, lazy),
  ],
};
