// JSON Merge Patch (RFC 7386): objects merge key by key, null removes, anything else replaces.

import { assignKey } from '../schema/assign-key.ts';
import { withoutNulls } from '../schema/without-nulls.ts';

/** What nulls inside of the lists of a patch are: values, as in the RFC, or in their objects fields that are not there. */
export type ListedNulls = 'values' | 'absent';

/**
 * The document after the patch. Neither argument is changed; untouched parts are shared with the result. Depth is bounded
 * by the depth of the patch.
 */
export function applyMergePatch(document: unknown, patch: unknown, listed: ListedNulls = 'values'): unknown {
  if (!isRecord(patch)) return listed === 'values' ? patch : withoutNulls(patch);
  const result: Record<string, unknown> = isRecord(document) ? { ...document } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else assignKey(result, key, applyMergePatch(Object.hasOwn(result, key) ? result[key] : undefined, value, listed));
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
