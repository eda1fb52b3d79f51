// Merges an applied configuration into the live object.

import type { ListSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { assignKey, ownValue } from '../../schema/assign-key.ts';
import { mergeOrder } from './merge-order.ts';
import type { PathElement } from '../field/path-element.ts';
import type { JsonObject } from './typed-value.ts';
import {
  descend,
  descendField,
  elementOfItem,
  grainOf,
  holdsNothing,
  isObject,
  sameJson,
  schemaOfItems,
  schemaOfKey,
  TypedError,
} from './typed-value.ts';

/**
 * Fields of `applied` win; what it does not name stays as in `live`. Items of both lists stand in the order of `applied`.
 * Neither is changed; the result shares parts with both. Where nothing changes the result is `live` itself: most applies change
 * nothing, and identical objects need no comparison. Throws TypedError for a list whose items cannot be distinguished, and for
 * a list of `applied` with duplicate items.
 */
export function merge(live: JsonObject, applied: JsonObject, schema: StructSchema): JsonObject {
  return mergeFields(live, applied, schema);
}

function mergeValues(live: unknown, applied: unknown, schema: Schema): unknown {
  if (applied === undefined) return live;
  if (live === undefined) return applied;
  const grain = grainOf(schema, applied === null ? live : applied);
  // The distinction between null and empty is kept where nothing else is left.
  if (grain === 'leaf' || (holdsNothing(live) && holdsNothing(applied)))
    return sameJson(live, applied) ? live : applied;
  if (grain === 'items' && schema.type === 'list') return mergeItems(itemsOf(live), itemsOf(applied), schema);
  return mergeFields(fieldsOf(live), fieldsOf(applied), schema);
}

function mergeFields(live: JsonObject, applied: JsonObject, schema: Schema): JsonObject {
  const merged: Record<string, unknown> = {};
  let changed = false;
  for (const key of Object.keys(live)) {
    const [mine, given] = [live[key], ownValue(applied, key)];
    const both =
      given === undefined ? mine : descendField(key, () => mergeValues(mine, given, schemaOfKey(schema, key)));
    changed ||= both !== mine;
    assignKey(merged, key, both);
  }
  for (const key of Object.keys(applied)) {
    if (Object.hasOwn(live, key)) continue;
    changed = true;
    assignKey(merged, key, applied[key]);
  }
  return changed ? merged : live;
}

function mergeItems(live: readonly unknown[], applied: readonly unknown[], schema: ListSchema): readonly unknown[] {
  const mine = live.map((item, place) => elementOfItem(schema, item, place));
  const theirs = applied.map((item, place) => elementOfItem(schema, item, place));
  const known = firstOrNull(mine, live);
  const given = new Map<PathElement, unknown>();
  theirs.forEach((element, place) => {
    if (given.has(element)) throw new TypedError([], `duplicate entries for key ${element}`);
    given.set(element, applied[place]);
  });
  const below = schemaOfItems(schema);
  const merged = mergeOrder(mine, theirs).map(({ element, live: place }) =>
    place === undefined
      ? descend(element, () => mergeValues(known.get(element), given.get(element), below))
      : live[place],
  );
  const same = merged.length === live.length && merged.every((item, place) => item === live[place]);
  return same ? live : merged;
}

/** Items that stand twice are merged with nothing, so that the applied one replaces them. */
function firstOrNull(elements: readonly PathElement[], items: readonly unknown[]): Map<PathElement, unknown> {
  const found = new Map<PathElement, unknown>();
  elements.forEach((element, place) => {
    found.set(element, found.has(element) ? undefined : items[place]);
  });
  return found;
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
