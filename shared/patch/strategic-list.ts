// Lists in a strategic merge patch: merged item by item by their merge key, or united where they hold scalars, steered by
// `$patch` items.

import { unclassified, unprocessable } from '../object/errors.ts';
import type { Schema } from '../schema/schema.ts';
import { orderElements } from './element-order.ts';
import type { JsonObject } from './patch-directive.ts';
import { isObject, ownValue, patchMarker } from './patch-directive.ts';
import { type Reading, itemType, typeText } from './strategic-reading.ts';

/** How the values below a key are patched. */
export interface Below {
  readonly schema: Schema | undefined;
  readonly replaces: boolean;
  readonly merges: boolean;
  readonly mergeKey: string | undefined;
}

/** Merges one item of a list with what the patch says about it. */
export type MergeItem = (original: JsonObject, patch: JsonObject, schema: Schema | undefined) => unknown;

/** The merged list, in the order of the patch. Throws StatusError for lists that cannot be merged. */
export function mergeList(
  original: readonly unknown[],
  patch: readonly unknown[],
  below: Below,
  reading: Reading,
  mergeItem: MergeItem,
): readonly unknown[] {
  const key = below.mergeKey;
  if (holdsScalars(original, patch, reading)) {
    if (original.length + patch.length === 0) return original;
    const merged = [...new Set([...original, ...patch])];
    if (reading.literal && key !== undefined) throw noMap(merged[0]);
    return orderElements(merged, patch, original, (item) => item);
  }
  if (key === undefined) {
    throw reading.literal
      ? unclassified('cannot merge lists without merge key for struct')
      : unprocessable('cannot merge lists of objects without a merge key');
  }
  const { kept, added, replace } = applyItemDirectives(original, patch, key, reading);
  if (replace) {
    if (reading.literal) requireKeys(added, key, reading);
    return added.map((item) => reading.replacing(item));
  }
  const identity = identityOf(below);
  const places = new Map(kept.map((item, index) => [identity(item), index]).reverse() as [unknown, number][]);
  const merged = [...kept];
  for (const item of added) {
    const place = places.get(identity(item));
    const present = place === undefined ? undefined : merged[place];
    if (place !== undefined && isObject(present)) {
      merged[place] = mergeItem(present, item, below.schema);
    } else {
      places.set(identity(item), merged.length);
      merged.push(reading.replacing(item));
    }
  }
  if (reading.literal) requireKeys(merged, key, reading);
  return orderElements(merged, added.map(identity), kept.map(identity), identity);
}

/** Throws for an item without the merge key: the literal reading judges items that stood there before, too. */
export function requireKeys(items: readonly unknown[], key: string, reading: Reading): void {
  for (const item of items) {
    if (!isObject(item)) throw noMap(item);
    if (!Object.hasOwn(item, key)) throw reading.missingMergeKey(item, key);
  }
}

/** By what an item is recognised. */
export function identityOf(below: Below): (item: unknown) => unknown {
  const key = below.mergeKey;
  return (item) => (key !== undefined && isObject(item) ? ownValue(item, key) : item);
}

function holdsScalars(original: readonly unknown[], patch: readonly unknown[], reading: Reading): boolean {
  if (reading.literal) return original.length + patch.length === 0 || itemType(original, patch) !== typeText({});
  if ([...original, ...patch].some(Array.isArray)) throw unprocessable('lists of lists are not supported');
  return ![...original, ...patch].some(isObject);
}

function noMap(value: unknown): Error {
  return unclassified(`expected a map[string]interface {}, but received a ${typeText(value)}`);
}

interface ItemDirectives {
  /** Items of the original that are not deleted. */
  readonly kept: readonly unknown[];
  /** Items of the patch that are no directives, each with its merge key. */
  readonly added: readonly JsonObject[];
  /** The patch's items replace the list. */
  readonly replace: boolean;
}

function applyItemDirectives(
  original: readonly unknown[],
  patch: readonly unknown[],
  key: string,
  reading: Reading,
): ItemDirectives {
  const deleted = new Set<unknown>();
  const added: JsonObject[] = [];
  let replace = false;
  for (const item of patch) {
    if (!isObject(item)) throw reading.missingMergeKey(item, key);
    const directive = ownValue(item, patchMarker);
    if (directive === 'replace') replace = true;
    else if (directive === 'delete') deleted.add(keyOf(item, key, reading));
    else if (directive === undefined) added.push(item);
    else if (directive !== 'merge') throw reading.unknownDirective(directive, item);
    else if (reading.literal) throw unclassified('merging lists cannot yet be specified in the patch');
    else added.push(item);
  }
  if (!replace) for (const item of added) keyOf(item, key, reading);
  return { kept: original.filter((item) => !isObject(item) || !deleted.has(ownValue(item, key))), added, replace };
}

function keyOf(item: JsonObject, key: string, reading: Reading): unknown {
  const value = ownValue(item, key);
  if (value === undefined || (value === null && !reading.literal)) throw reading.missingMergeKey(item, key);
  return value;
}
