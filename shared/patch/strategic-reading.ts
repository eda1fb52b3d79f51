// How a strategic merge patch is read: what its directives mean where it matters, and how its faults are refused.

import { badRequest, unclassified, unprocessable } from '../object/errors.ts';
import type { StatusError } from '../object/status-error.ts';
import { withoutNulls } from '../schema/without-nulls.ts';
import { assignKey } from '../schema/assign-key.ts';
import type { JsonObject } from './patch-directive.ts';
import {
  badFormat,
  goText,
  isObject,
  missingMergeKey,
  ownValue,
  patchMarker,
  unknownDirective,
  withoutDirectives,
} from './patch-directive.ts';

/**
 * `documented`: `$patch: merge` is what happens anyway, `$patch: delete` removes the field, no directive is left in the
 * object, and every fault is 400 or 422. `literal`: `$patch: merge` is unknown, `$patch: delete` empties the map,
 * directives in values that replace or are new are fields like others, all items of a merged list are of one type and have
 * the merge key, and a fault of the patch's content is a 500 without a reason.
 */
export type StrategicReading = 'documented' | 'literal';

export interface Reading {
  readonly literal: boolean;
  /** A value that takes its place as a whole. Undefined: nothing is left of it. */
  replacing(value: unknown): unknown;
  /** A value where nothing of its type stood. Undefined: nothing is left of it. */
  fresh(value: unknown): unknown;
  /** A map that `$patch: delete` empties. */
  readonly deleted: JsonObject | undefined;
  unknownDirective(directive: unknown, holder: JsonObject): StatusError;
  missingMergeKey(holder: unknown, key: string): StatusError;
  wrongOrder(patched: readonly unknown[], order: readonly unknown[]): StatusError;
  /** The patch holds a key that its `$retainKeys` does not list. */
  notRetained(): StatusError;
  /** The value of a directive, or of the list that it is about, is no list. */
  noList(value: unknown, format: string): StatusError;
}

const documented: Reading = {
  literal: false,
  replacing: withoutDirectives,
  fresh: withoutDirectives,
  deleted: undefined,
  unknownDirective: (directive, holder) => badRequest(unknownDirective(directive, holder)),
  missingMergeKey: (holder, key) => unprocessable(missingMergeKey(holder, key)),
  wrongOrder: (patched, order) => badRequest(orderText(patched, order, 'setElementOrder')),
  notRetained: () => unprocessable("patch content doesn't match retainKeys list"),
  noList: (_value, format) => badFormat(format),
};

const literal: Reading = {
  literal: true,
  replacing: (value) => value,
  fresh: (value) => withoutMarked(withoutNulls(value)),
  deleted: {},
  unknownDirective: (directive, holder) => unclassified(unknownDirective(directive, holder)),
  missingMergeKey: (holder, key) => unclassified(missingMergeKey(holder, key)),
  wrongOrder: (patched, order) => unclassified(orderText(patched, order, '$setElementOrder')),
  notRetained: () => badFormat('retainKeys'),
  noList: (value, format) =>
    format === 'retainKeys'
      ? badFormat(format)
      : unclassified(`expected a []interface {}, but received a ${typeText(value)}`),
};

export function readingOf(reading: StrategicReading): Reading {
  return reading === 'literal' ? literal : documented;
}

/** The list of a directive that must be one. */
export function listOf(value: unknown, format: string, reading: Reading): readonly unknown[] {
  if (!Array.isArray(value)) throw reading.noList(value, format);
  return value;
}

/**
 * The one type of all items: throws where they differ, where there are none, and for lists in lists. Only the literal
 * reading asks for one.
 */
export function itemType(...lists: readonly (readonly unknown[])[]): string {
  let found: string | undefined;
  for (const item of lists.flat()) {
    const type = typeText(item);
    if (Array.isArray(item) && found === undefined) throw unprocessable('lists of lists are not supported');
    if (found !== undefined && found !== type)
      throw unclassified(`list element types are not identical: ${goText(lists)}`);
    found = type;
  }
  if (found === undefined) throw unclassified('no elements in any of the given slices');
  return found;
}

/** The type of a JSON value as messages name it. */
export function typeText(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}

function orderText(patched: readonly unknown[], order: readonly unknown[], directive: string): string {
  return `The order in patch list:\n${goText(patched)}\n doesn't match ${directive} list:\n${goText(order)}\n`;
}

/** Undefined for a map with a `$patch`, which is left out wherever it stands. */
function withoutMarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarked).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if (ownValue(value, patchMarker) !== undefined) return undefined;
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const kept = withoutMarked(item);
    if (kept !== undefined) assignKey(result, key, kept);
  }
  return result;
}
