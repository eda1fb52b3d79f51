// JSON Merge Patch (RFC 7386): objects merge key by key, null removes, anything else replaces.

import { assignKey } from '../schema/assign-key.ts';

/**
 * The document after the patch. Neither argument is changed; untouched parts are shared with the result. Depth is bounded
 * by the depth of the patch.
 */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(document) ? { ...document } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else assignKey(result, key, applyMergePatch(Object.hasOwn(result, key) ? result[key] : undefined, value));
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
