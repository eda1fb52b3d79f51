// Equality and order of values. Numbers of different types compare by what they count; other values of different types are
// not equal, and have no order.

import { Type } from '../type/type.ts';
import { compareTexts } from './text.ts';
import {
  Double,
  Duration,
  type Int,
  itemsOf,
  keyOf,
  List,
  Mapping,
  Opaque,
  Optional,
  Structure,
  Timestamp,
  Uint,
  type Value,
} from './value.ts';

export function equal(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left === null || right === null || typeof left === 'string' || typeof left === 'boolean') return false;
  const order = compareNumbers(left, right);
  if (order !== undefined) return order === 0;
  if (left instanceof List) return right instanceof List && equalLists(left, right);
  if (left instanceof Mapping) return right instanceof Mapping && equalMaps(left, right);
  if (left instanceof Structure) return right instanceof Structure && left.equals(right);
  if (left instanceof Timestamp || left instanceof Duration || left instanceof Uint8Array) {
    return compare(left, right) === 0;
  }
  if (left instanceof Type) return right instanceof Type && left.name === right.name;
  if (left instanceof Optional) return right instanceof Optional && equalOptionals(left, right);
  return left instanceof Opaque && left.equals(right);
}

function equalLists(left: List, right: List): boolean {
  const own = left.equals?.(right);
  if (own !== undefined) return own;
  if (left.size !== right.size) return false;
  for (let place = 0; place < left.size; place += 1) {
    if (!equal(left.at(place), right.at(place))) return false;
  }
  return true;
}

function equalMaps(left: Mapping, right: Mapping): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left.entries()) {
    const found = keyOf(key);
    const other = found === undefined ? undefined : right.find(found);
    if (other === undefined || !equal(value, other)) return false;
  }
  return true;
}

function equalOptionals(left: Optional, right: Optional): boolean {
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equal(left.value, right.value);
}

/** Whether the list has an item that is equal. */
export function contains(list: List, item: Value): boolean {
  for (const each of itemsOf(list)) if (equal(each, item)) return true;
  return false;
}

/** -1, 0, 1; NaN where one of them is no number at all; undefined where the values have no order. */
export function compare(left: Value, right: Value): number | undefined {
  if (typeof left === 'string') return typeof right === 'string' ? compareTexts(left, right) : undefined;
  const order = compareNumbers(left, right);
  if (order !== undefined) return order;
  if (typeof left === 'boolean') return typeof right === 'boolean' ? Number(left) - Number(right) : undefined;
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return Math.sign(left.seconds - right.seconds || left.nanos - right.nanos);
  }
  if (left instanceof Duration && right instanceof Duration) {
    return left.nanos < right.nanos ? -1 : left.nanos > right.nanos ? 1 : 0;
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  return undefined;
}

/** The order of two numbers of any types; undefined where one is none. */
function compareNumbers(left: Value, right: Value): number | undefined {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) return undefined;
  if (one instanceof Double || other instanceof Double) {
    const [first, second] = [asDouble(one), asDouble(other)];
    if (Number.isNaN(first) || Number.isNaN(second)) return Number.NaN;
    return first < second ? -1 : first > second ? 1 : 0;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

function numberOf(value: Value): Int | Double | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Double) return value;
  return value instanceof Uint ? value.value : undefined;
}

function asDouble(value: Int | Double): number {
  return value instanceof Double ? value.value : Number(value);
}
