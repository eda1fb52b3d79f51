// What calls cost while an expression runs, by function and overload. The numbers are those of the reference implementation
// and of the API's own libraries; they follow the sizes of arguments and results.

import { itemsOf, List, Mapping, Opaque, Optional, type Value } from '../value/value.ts';
import { lengthOf } from '../value/text.ts';

/** The cost of one call, from its first two arguments. It is spent before the call, which may take as long as it costs. */
export type ArgumentCost = (first: Value, second: Value) => number;

/** The cost of one call, from its result: of functions that take no longer than it takes to read their arguments. */
export type ResultCost = (result: Value) => number;

export type CallCost =
  | { readonly spent: 'before'; readonly cost: ArgumentCost }
  | { readonly spent: 'after'; readonly cost: ResultCost };

/** Cost of looking at one letter. */
export const traversalFactor = 0.1;
/** Cost of one letter of a regular expression, for each letter that it is matched with. */
export const patternFactor = 0.25;
/** Cost of an authorization check: two of them fit into the budget of one expression. */
export const checkCost = 350_000;
/** Cost of making a list. */
const listCost = 10;

const one: ArgumentCost = () => 1;

/** Letters of a string, bytes, items of a collection; 1 for everything else. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return lengthOf(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof List || value instanceof Mapping) return value.size;
  if (value instanceof Optional && value.value !== undefined) return sizeOf(value.value);
  return value instanceof Opaque ? value.size : 1;
}

function letters(count: number): number {
  return Math.ceil(count * traversalFactor);
}

function matching(text: number, pattern: number): number {
  return Math.ceil((1 + text) * traversalFactor) * Math.ceil(pattern * patternFactor);
}

/** Cost of looking at everything in a value. */
function traversal(value: Value): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * traversalFactor);
  if (value instanceof Uint8Array) return Math.floor(value.length * traversalFactor);
  let cost = 0;
  if (value instanceof List) {
    for (const item of itemsOf(value)) cost += traversal(item);
    return cost;
  }
  if (value instanceof Mapping) {
    for (const [key, item] of value.entries()) cost += traversal(key) + traversal(item);
    return cost;
  }
  return 1;
}

const ofFirst: ArgumentCost = (first) => letters(sizeOf(first));
const ofFirstTwice: ArgumentCost = (first) => letters(2 * sizeOf(first));
const patternMatch: ArgumentCost = (first, second) => matching(sizeOf(first), sizeOf(second));
const traversed: ArgumentCost = (first) => traversal(first);
const ofShorter: ArgumentCost = (first, second) => letters(Math.min(sizeOf(first), sizeOf(second)));

/** Selectors are parsed into requirements: a list and a struct for every two letters. */
function selector(length: number): number {
  return 10 + letters(length) + Math.ceil(Math.ceil(length * 0.5) * 50);
}

function within(first: Value, second: Value, text: boolean): number {
  return letters(2 * sizeOf(first)) + (text ? letters(sizeOf(second)) : 0);
}

/** By function, whatever the overload. */
const byFunction = new Map<string, ArgumentCost>([
  ['check', () => checkCost],
  ['fieldSelector', (_, second) => selector(sizeOf(second))],
  ['labelSelector', (_, second) => selector(sizeOf(second))],
  ...(
    [
      [['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], traversed],
      [['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'jsonpatch.escapeKey'], ofFirst],
      [['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver', 'ip'], ofFirst],
      [['replace', 'split', 'ip.isCanonical'], ofFirstTwice],
      [['find', 'findAll'], patternMatch],
      [['validate'], (first: Value, second: Value) => matching(sizeOf(second), sizeOf(first))],
    ] as const
  ).flatMap(([names, cost]) => names.map((name) => [name, cost] as const)),
]);

/** A new list of so many items. */
function made(items: number): number {
  return 1 + Math.trunc(items) + listCost;
}

/** Every item with every other. */
function paired(list: Value): number {
  const text =
    list instanceof List && list.size > 0 && (typeof list.at(0) === 'string' || list.at(0) instanceof Uint8Array);
  return made((text ? 2 + traversalFactor : 2) * sizeOf(list) ** 2);
}

const sortable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

/** By overload, where it is the only one that fits. */
const byOverload = new Map<string, ArgumentCost>([
  ['cidr_ip', one],
  ['cidr_contains_ip_string', (first, second) => within(first, second, true)],
  ['cidr_contains_ip_ip', (first, second) => within(first, second, false)],
  ['cidr_contains_cidr_string', (first, second) => within(first, second, true) + letters(sizeOf(first)) + 1],
  ['cidr_contains_cidr', (first, second) => within(first, second, false) + letters(sizeOf(first)) + 1],
  ['in_list', (_, second) => sizeOf(second)],
  ['matches_string', patternMatch],
  ['contains_string', (first, second) => letters(sizeOf(first)) * letters(sizeOf(second))],
  ['add_string', (first, second) => letters(sizeOf(first) + sizeOf(second))],
  ['add_bytes', (first, second) => letters(sizeOf(first) + sizeOf(second))],
  ...[
    'starts_with_string',
    'ends_with_string',
    'string_to_bytes',
    'bytes_to_string',
    'strings_quote',
    'string_format',
  ].map((id) => [id, ofFirst] as const),
  ...['less', 'greater', 'less_equals', 'greater_equals'].flatMap(
    (id) =>
      [
        [`${id}_string`, ofShorter],
        [`${id}_bytes`, ofShorter],
      ] as const,
  ),
  ['equals', (first, second) => (first instanceof Opaque ? 1 : ofShorter(first, second))],
  ['not_equals', ofShorter],
  ['list_sets_contains_list', (first, second) => 1 + sizeOf(first) * sizeOf(second)],
  ['list_sets_intersects_list', (first, second) => 1 + sizeOf(first) * sizeOf(second)],
  ['list_sets_equivalent_list', (first, second) => 1 + 2 * sizeOf(first) * sizeOf(second)],
  ['list_flatten', (first) => made(sizeOf(first))],
  ['list_flatten_int', (first, second) => made(Number(second) * sizeOf(first))],
  ['list_distinct', paired],
  ...sortable.flatMap(
    (type) =>
      [
        [`list_${type}_sort`, paired],
        [`list_${type}_sortByAssociatedKeys`, (_: Value, keys: Value) => paired(keys)],
      ] as const,
  ),
]);

const ofResult: ResultCost = (result) => made(sizeOf(result));
/** By function, or by overload. */
const byResult = new Map<string, ResultCost>([
  ['join', (result) => letters(2 * sizeOf(result))],
  ['list_slice', ofResult],
  ['lists_range', ofResult],
  ['list_reverse', ofResult],
]);

/** The cost of calls of a function. `overload`: the one that it resolves to, where there is only one. */
export function callCost(name: string, overload: string | undefined): CallCost {
  const after = byResult.get(overload ?? '') ?? byResult.get(name);
  if (after !== undefined) return { spent: 'after', cost: after };
  const special = overload === undefined ? undefined : byOverload.get(overload);
  // An overload's own cost is a refinement of its function's, except where the libraries price the function alone.
  return { spent: 'before', cost: special ?? byFunction.get(name) ?? one };
}
