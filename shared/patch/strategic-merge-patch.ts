// Strategic merge patch: a merge patch whose lists merge too, item by item, where the schema declares a patch strategy and a
// merge key, steered by directives. Neither the document nor the patch is changed; untouched parts are shared with the result.

import { badRequest, unclassified } from '../object/errors.ts';
import { assignKey } from '../schema/assign-key.ts';
import type { Field, Schema, StructSchema } from '../schema/schema.ts';
import { orderElements } from './element-order.ts';
import type { JsonObject } from './patch-directive.ts';
import {
  deletionPrefix,
  elementOrderPrefix,
  isObject,
  ownValue,
  patchMarker,
  retainKeysMarker,
} from './patch-directive.ts';
import { type Below, identityOf, mergeList, requireKeys } from './strategic-list.ts';
import { type Reading, type StrategicReading, itemType, listOf, readingOf, typeText } from './strategic-reading.ts';

/**
 * The document after the patch. Throws StatusError for a malformed directive and for a patch that does not fit the document
 * (an item without its merge key, lists in lists, fields beyond `$retainKeys`): 400 and 422, or what the reading has for it.
 */
export function applyStrategicMergePatch(
  document: JsonObject,
  patch: unknown,
  schema: StructSchema,
  reading: StrategicReading = 'documented',
): JsonObject {
  if (!isObject(patch)) throw badRequest('invalid JSON document');
  return mergeObject(document, patch, schema, readingOf(reading));
}

function mergeObject(
  original: JsonObject,
  patch: JsonObject,
  schema: Schema | undefined,
  reading: Reading,
): JsonObject {
  const directive = ownValue(patch, patchMarker);
  if (directive === 'replace') return (reading.replacing(withoutMarker(patch)) ?? {}) as JsonObject;
  if (directive === 'delete') return {};
  if (directive !== undefined && (directive !== 'merge' || reading.literal))
    throw reading.unknownDirective(directive, patch);
  const result = retainKeys(original, patch, reading);
  const ordered = new Set<string>();
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(elementOrderPrefix)) continue;
    const name = key.slice(elementOrderPrefix.length);
    mergeOrdered(result, patch, name, listOf(order, 'setElementOrder list', reading), schema, reading);
    ordered.add(name);
  }
  for (const [key, value] of Object.entries(patch)) {
    if (key === patchMarker || key === retainKeysMarker || key.startsWith(elementOrderPrefix) || ordered.has(key))
      continue;
    if (key.startsWith(deletionPrefix)) deleteScalars(result, key.slice(deletionPrefix.length), value, schema, reading);
    else mergeKey(result, key, value, schema, reading);
  }
  return result;
}

function withoutMarker(patch: JsonObject): JsonObject {
  const { [patchMarker]: _, ...rest } = patch;
  return rest;
}

function mergeKey(result: JsonObject, key: string, value: unknown, schema: Schema | undefined, reading: Reading): void {
  if (value === null) {
    delete result[key];
    return;
  }
  const merged = mergeValue(ownValue(result, key), value, key, schema, reading);
  if (merged === undefined) delete result[key];
  else assignKey(result, key, merged);
}

/** Undefined: nothing is left. */
function mergeValue(
  current: unknown,
  value: unknown,
  key: string,
  schema: Schema | undefined,
  reading: Reading,
): unknown {
  if (isObject(current) && isObject(value)) {
    const below = belowOf(schema, key, reading);
    if (below.replaces) return reading.replacing(value);
    if (ownValue(value, patchMarker) === 'delete') return reading.deleted;
    return mergeObject(current, value, below.schema, reading);
  }
  if (Array.isArray(current) && Array.isArray(value)) {
    const below = belowOf(schema, key, reading);
    return below.merges ? mergeItems(current, value, below, reading) : reading.replacing(value);
  }
  return reading.fresh(value);
}

function mergeItems(
  current: readonly unknown[],
  patch: readonly unknown[],
  below: Below,
  reading: Reading,
): readonly unknown[] {
  return mergeList(current, patch, below, reading, (present, item, schema) =>
    mergeObject(present, item, schema, reading),
  );
}

/** A copy of the original without the keys that `$retainKeys` does not list. */
function retainKeys(original: JsonObject, patch: JsonObject, reading: Reading): JsonObject {
  if (!Object.hasOwn(patch, retainKeysMarker)) return { ...original };
  const retained = new Set(listOf(patch[retainKeysMarker], 'retainKeys', reading));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || key.startsWith('$')) continue;
    if (!retained.has(key)) throw reading.notRetained();
  }
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(original)) if (retained.has(key)) assignKey(result, key, value);
  return result;
}

function deleteScalars(
  result: JsonObject,
  key: string,
  value: unknown,
  schema: Schema | undefined,
  reading: Reading,
): void {
  const current = ownValue(result, key);
  if (reading.literal && !(Array.isArray(current) && Array.isArray(value))) {
    if (value === null) delete result[key];
    return;
  }
  const gone = new Set(listOf(value, 'primitive list', reading));
  if (!Array.isArray(current)) return;
  if (reading.literal && current.length + gone.size > 0 && itemType(current, [...gone]) === typeText({})) {
    // Items with fields are merged, although the directive is about scalars.
    assignKey(result, key, mergeItems(current, [...gone], belowOf(schema, key, reading), reading));
    return;
  }
  assignKey(
    result,
    key,
    current.filter((item) => !gone.has(item)),
  );
}

/** Merges the list of a `$setElementOrder` and puts it into that order. */
function mergeOrdered(
  result: JsonObject,
  patch: JsonObject,
  key: string,
  order: readonly unknown[],
  schema: Schema | undefined,
  reading: Reading,
): void {
  const live = ownValue(result, key);
  const patched = ownValue(patch, key);
  if (patched === null && !reading.literal) {
    delete result[key];
    return;
  }
  if (reading.literal)
    for (const list of [live, patched]) if (list !== undefined) listOf(list, 'setElementOrder list', reading);
  const below = belowOf(schema, key, reading);
  checkOrder(patched, order, below, reading);
  if (live === undefined && patched === undefined) return;
  const gone = reading.literal ? undefined : ownValue(patch, `${deletionPrefix}${key}`);
  if (gone !== undefined) deleteScalars(result, key, gone, schema, reading);
  const before = ownValue(result, key);
  const merged = patched === undefined ? before : mergeValue(before, patched, key, schema, reading);
  const list = listOf(merged, 'setElementOrder list', reading);
  if (reading.literal) requireOneType(live, patched, list, order, below, reading);
  const identity = identityOf(below);
  const liveOrder = Array.isArray(live) ? live.map(identity) : [];
  assignKey(result, key, orderElements(list, order.map(identity), liveOrder, identity));
}

function requireOneType(
  live: unknown,
  patched: unknown,
  merged: readonly unknown[],
  order: readonly unknown[],
  { mergeKey: key }: Below,
  reading: Reading,
): void {
  const type = itemType((live ?? []) as readonly unknown[], (patched ?? []) as readonly unknown[]);
  if (type !== typeText({})) return;
  requireKeys(merged, key ?? '', reading);
  requireKeys(order, key ?? '', reading);
  // Without a merge key the live items miss it as well.
  if (key === undefined) requireKeys((live ?? []) as readonly unknown[], '', reading);
}

/** What the patch brings must stand in its order list, in the same order. */
function checkOrder(patched: unknown, order: readonly unknown[], below: Below, reading: Reading): void {
  if (!Array.isArray(patched)) return;
  if (reading.literal) {
    checkOrderLiterally(patched, order, below, reading);
    return;
  }
  const identity = identityOf(below);
  const wanted = order.map(identity);
  let at = 0;
  for (const item of patched) {
    if (hasDirective(item)) continue;
    const found = wanted.indexOf(identity(item), at);
    if (found < 0) throw reading.wrongOrder(patched, order);
    at = found + 1;
  }
}

/** An item with a directive counts where it stands behind all that the order names, unless it deletes one of a keyed list. */
function checkOrderLiterally(
  patched: readonly unknown[],
  order: readonly unknown[],
  below: Below,
  reading: Reading,
): void {
  const { mergeKey } = below;
  const deletes = (item: unknown): boolean => isObject(item) && ownValue(item, patchMarker) === 'delete';
  const items = mergeKey === undefined ? patched : patched.filter((item) => !deletes(item));
  if (order.length === 0 || patched.length === 0) return;
  const identity = identityOf(below);
  let item = 0;
  let place = 0;
  while (item < items.length && place < order.length) {
    if (hasDirective(items[item])) {
      item += 1;
      continue;
    }
    if (mergeKey !== undefined) requireKeys([items[item], order[place]], mergeKey, reading);
    if (identity(items[item]) === identity(order[place])) item += 1;
    place += 1;
  }
  if (item < items.length && place >= order.length) throw reading.wrongOrder(patched, order);
}

function hasDirective(item: unknown): boolean {
  return isObject(item) && Object.hasOwn(item, patchMarker);
}

function belowOf(schema: Schema | undefined, key: string, reading: Reading): Below {
  if (schema?.type !== 'struct') {
    if (reading.literal) throw noStruct(schema, key);
    const values = schema?.type === 'map' ? schema.values : undefined;
    return { schema: values, replaces: false, merges: false, mergeKey: undefined };
  }
  const field: Field | undefined = schema.fields.get(key);
  if (field === undefined) {
    if (reading.literal) throw unknownField(schema.name.slice(schema.name.lastIndexOf('.') + 1), key);
    return { schema: undefined, replaces: false, merges: false, mergeKey: undefined };
  }
  const strategies = field.patchStrategy?.split(',') ?? [];
  return {
    schema: field.schema.type === 'list' ? field.schema.items : field.schema,
    replaces: strategies.includes('replace'),
    merges: strategies.includes('merge'),
    mergeKey: field.patchMergeKey,
  };
}

/** The literal reading goes no further than the types that have fields. */
function noStruct(schema: Schema | undefined, key: string): Error {
  return schema?.type === 'map'
    ? unclassified('merging an object in json but data type is not struct, instead is: map')
    : unknownField('RawExtension', key);
}

function unknownField(struct: string, key: string): Error {
  return unclassified(`unable to find api field in struct ${struct} for the json field ${JSON.stringify(key)}`);
}
