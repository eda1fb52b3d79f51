// JSON without the fields that are null.

import { assignKey } from './assign-key.ts';

/** A copy without null fields at any depth. Items that are null stay. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) if (item !== null) assignKey(result, key, withoutNulls(item));
  return result;
}
