// A value where rules are judged: with its path, and with what it was before.

import type { Schema } from '../schema/schema.ts';
import type { Match } from './rule.ts';
import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../schema/assign-key.ts';
import { isZero } from '../schema/decode.ts';

export interface Place {
  /** Of the field that holds the value, or the list it is in. */
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  /** Undefined where there was none, and on a create. */
  readonly old: unknown;
  readonly schema: Schema;
  /** Whether absent and zero differ. */
  readonly pointer: boolean;
  /** Whether an object is changed rather than made. */
  readonly update: boolean;
}

/** Whether the value was given: a zero that is the same as nothing was not. */
export function isGiven({ value, pointer }: Pick<Place, 'value' | 'pointer'>): boolean {
  return pointer ? value !== undefined && value !== null : !isZero(value);
}

/** Whether an update left the value as it was. */
export function isUnchanged(place: Place): boolean {
  const { update, value, old, pointer } = place;
  if (!update) return false;
  return isDeepStrictEqual(value, old) || (!isGiven(place) && !isGiven({ value: old, pointer }));
}

/** The fields of a value that is a struct or a map, none where it is nothing. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The items of a value that is a list, none where it is nothing. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isMatch(item: unknown, where: Match): boolean {
  const fields = fieldsOf(item);
  return Object.entries(where).every(([name, value]) => ownValue(fields, name) === value);
}

/** The values of an item's keys, which identify it in its list. */
export function keysOf(item: unknown, keys: readonly string[]): readonly unknown[] {
  const fields = fieldsOf(item);
  return keys.map((key) => ownValue(fields, key));
}
