// The directives of a strategic merge patch: keys that begin with `$` and control how the enclosing object or list is patched.

import { badRequest } from '../object/errors.ts';
import type { StatusError } from '../object/status-error.ts';
import { assignKey } from '../schema/assign-key.ts';

export const patchMarker = '$patch';
export const retainKeysMarker = '$retainKeys';
export const elementOrderPrefix = '$setElementOrder/';
export const deletionPrefix = '$deleteFromPrimitiveList/';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key, whatever the key is called. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isDirective(key: string): boolean {
  return (
    key === patchMarker ||
    key === retainKeysMarker ||
    key.startsWith(elementOrderPrefix) ||
    key.startsWith(deletionPrefix)
  );
}

/**
 * A patch value as it is taken where nothing stands yet: without directives, without nulls in maps, without what is marked
 * for deletion. Undefined: nothing is left of it.
 */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      if (isObject(item) && Object.hasOwn(item, patchMarker) && item[patchMarker] !== 'merge') return [];
      return [withoutDirectives(item)];
    });
  }
  if (!isObject(value)) return value;
  if (ownValue(value, patchMarker) === 'delete') return undefined;
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === null || isDirective(key)) continue;
    const kept = withoutDirectives(item);
    if (kept !== undefined) assignKey(result, key, kept);
  }
  return result;
}

/** 400: what a directive holds has not the form it must have. */
export function badFormat(format: string): StatusError {
  return badRequest(`invalid patch format of ${format}`);
}

export function unknownDirective(directive: unknown, holder: JsonObject): string {
  return `unknown patch type: ${goText(directive)} in map: ${goText(holder)}`;
}

export function missingMergeKey(holder: unknown, key: string): string {
  return `map: ${goText(holder)} does not contain declared merge key: ${key}`;
}

/** A value as the reference server prints it in messages: `map[name:a ports:[1 2]]`. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${key}:${goText(value[key])}`);
    return `map[${members.join(' ')}]`;
  }
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? Number(item) : item));
}
