// Strategic merge patch: a merge patch whose lists merge too, item by item, where the schema declares a patch strategy and a
// merge key, steered by directives. Neither the document nor the patch is changed; untouched parts are shared with the result.

import { badRequest, unprocessable } from '../object/errors.ts';
import { assignKey } from '../schema/assign-key.ts';
import type { Field, Schema, StructSchema } from '../schema/schema.ts';
import { orderElements } from './element-order.ts';
import type { JsonObject } from './patch-directive.ts';
import {
  deletionPrefix,
  directiveList,
  elementOrderPrefix,
  goText,
  isObject,
  missingMergeKey,
  ownValue,
  patchMarker,
  retainKeysMarker,
  unknownDirective,
  withoutDirectives,
} from './patch-directive.ts';

/**
 * The document after the patch. Throws StatusError: 400 for a malformed directive, 422 for a patch that does not fit the
 * document (an item without its merge key, lists in lists, fields beyond `$retainKeys`).
 */
export function applyStrategicMergePatch(document: JsonObject, patch: unknown, schema: StructSchema): JsonObject {
  if (!isObject(patch)) throw badRequest('invalid JSON document');
  return mergeObject(document, patch, schema);
}

/** How the values below a key are patched. */
interface Below {
  readonly schema: Schema | undefined;
  readonly replaces: boolean;
  readonly merges: boolean;
  readonly mergeKey: string | undefined;
}

function mergeObject(original: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
  const directive = ownValue(patch, patchMarker);
  if (directive === 'replace') return (withoutDirectives({ ...patch, [patchMarker]: 'merge' }) ?? {}) as JsonObject;
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') throw unknownDirective(directive, patch);
  const result = retainKeys(original, patch);
  const ordered = new Set<string>();
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(elementOrderPrefix)) continue;
    const name = key.slice(elementOrderPrefix.length);
    mergeOrdered(result, patch, name, directiveList(order, 'setElementOrder list'), belowOf(schema, name));
    ordered.add(name);
  }
  for (const [key, value] of Object.entries(patch)) {
    if (key === patchMarker || key === retainKeysMarker || key.startsWith(elementOrderPrefix) || ordered.has(key))
      continue;
    if (key.startsWith(deletionPrefix)) deleteScalars(result, key.slice(deletionPrefix.length), value);
    else mergeKey(result, key, value, schema);
  }
  return result;
}

function mergeKey(result: JsonObject, key: string, value: unknown, schema: Schema | undefined): void {
  if (value === null) {
    delete result[key];
    return;
  }
  const current = ownValue(result, key);
  const below = belowOf(schema, key);
  const merged = mergeValue(current, value, below);
  if (merged === undefined) delete result[key];
  else assignKey(result, key, merged);
}

/** Undefined: nothing is left. */
function mergeValue(current: unknown, value: unknown, below: Below): unknown {
  if (isObject(current) && isObject(value)) {
    if (ownValue(value, patchMarker) === 'delete') return undefined;
    return below.replaces ? withoutDirectives(value) : mergeObject(current, value, below.schema);
  }
  if (Array.isArray(current) && Array.isArray(value) && below.merges) return mergeList(current, value, below);
  return withoutDirectives(value);
}

/** A copy of the original without the keys that `$retainKeys` does not list. */
function retainKeys(original: JsonObject, patch: JsonObject): JsonObject {
  if (!Object.hasOwn(patch, retainKeysMarker)) return { ...original };
  const retained = new Set(directiveList(patch[retainKeysMarker], 'retainKeys'));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || key.startsWith('$')) continue;
    if (!retained.has(key)) throw unprocessable("patch content doesn't match retainKeys list");
  }
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(original)) if (retained.has(key)) assignKey(result, key, value);
  return result;
}

function deleteScalars(result: JsonObject, key: string, value: unknown): void {
  const gone = new Set(directiveList(value, 'primitive list'));
  const current = ownValue(result, key);
  if (!Array.isArray(current)) return;
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
  below: Below,
): void {
  const live = ownValue(result, key);
  const patched = ownValue(patch, key);
  if (patched === null) {
    delete result[key];
    return;
  }
  if (live === undefined && patched === undefined) return;
  const gone = ownValue(patch, `${deletionPrefix}${key}`);
  if (gone !== undefined) deleteScalars(result, key, gone);
  const merged = patched === undefined ? ownValue(result, key) : mergeValue(ownValue(result, key), patched, below);
  if (!Array.isArray(merged)) throw badRequest('invalid patch format of setElementOrder list');
  const identity = identityOf(below);
  const wanted = order.map(identity);
  checkOrder(patched, wanted, order, below);
  assignKey(result, key, orderElements(merged, wanted, Array.isArray(live) ? live.map(identity) : [], identity));
}

/** What the patch brings must stand in its order list, in the same order. */
function checkOrder(patched: unknown, wanted: readonly unknown[], order: readonly unknown[], below: Below): void {
  if (!Array.isArray(patched)) return;
  const identity = identityOf(below);
  let at = 0;
  for (const item of patched) {
    if (isObject(item) && Object.hasOwn(item, patchMarker)) continue;
    const found = wanted.indexOf(identity(item), at);
    if (found < 0) {
      throw badRequest(
        `The order in patch list:\n${goText(patched)}\n doesn't match setElementOrder list:\n${goText(order)}\n`,
      );
    }
    at = found + 1;
  }
}

function mergeList(original: readonly unknown[], patch: readonly unknown[], below: Below): unknown[] {
  if ([...original, ...patch].some(Array.isArray)) throw unprocessable('lists of lists are not supported');
  if (![...original, ...patch].some(isObject)) {
    const merged = [...new Set([...original, ...patch])];
    return orderElements(merged, patch, original, (item) => item);
  }
  const key = below.mergeKey;
  if (key === undefined) throw unprocessable('cannot merge lists of objects without a merge key');
  const { kept, added, replace } = applyItemDirectives(original, patch, key);
  if (replace) return added.map((item) => withoutDirectives(item));
  const identity = identityOf(below);
  const places = new Map(kept.map((item, index) => [identity(item), index]).reverse() as [unknown, number][]);
  const merged = [...kept];
  for (const item of added) {
    const place = places.get(identity(item));
    const present = place === undefined ? undefined : merged[place];
    if (place !== undefined && isObject(present)) {
      merged[place] = mergeObject(present, item, below.schema);
    } else {
      places.set(identity(item), merged.length);
      merged.push(withoutDirectives(item));
    }
  }
  return orderElements(merged, added.map(identity), kept.map(identity), identity);
}

interface ItemDirectives {
  /** Items of the original that are not deleted. */
  readonly kept: readonly unknown[];
  /** Items of the patch that are no directives, each with its merge key. */
  readonly added: readonly JsonObject[];
  /** The patch's items replace the list. */
  readonly replace: boolean;
}

function applyItemDirectives(original: readonly unknown[], patch: readonly unknown[], key: string): ItemDirectives {
  const deleted = new Set<unknown>();
  const added: JsonObject[] = [];
  let replace = false;
  for (const item of patch) {
    if (!isObject(item)) throw missingMergeKey(item, key);
    const directive = ownValue(item, patchMarker);
    if (directive === 'replace') replace = true;
    else if (directive === 'delete') deleted.add(keyOf(item, key));
    else if (directive === undefined || directive === 'merge') added.push(item);
    else throw unknownDirective(directive, item);
  }
  if (!replace) for (const item of added) keyOf(item, key);
  return { kept: original.filter((item) => !isObject(item) || !deleted.has(ownValue(item, key))), added, replace };
}

function keyOf(item: JsonObject, key: string): unknown {
  const value = ownValue(item, key);
  if (value === undefined || value === null) throw missingMergeKey(item, key);
  return value;
}

function identityOf(below: Below): (item: unknown) => unknown {
  const key = below.mergeKey;
  return (item) => (key !== undefined && isObject(item) ? ownValue(item, key) : item);
}

function belowOf(schema: Schema | undefined, key: string): Below {
  if (schema?.type === 'map') return { schema: schema.values, replaces: false, merges: false, mergeKey: undefined };
  const field: Field | undefined = schema?.type === 'struct' ? schema.fields.get(key) : undefined;
  if (field === undefined) return { schema: undefined, replaces: false, merges: false, mergeKey: undefined };
  const strategies = field.patchStrategy?.split(',') ?? [];
  return {
    schema: field.schema.type === 'list' ? field.schema.items : field.schema,
    replaces: strategies.includes('replace'),
    merges: strategies.includes('merge'),
    mergeKey: field.patchMergeKey,
  };
}
