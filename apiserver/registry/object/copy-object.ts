// A copy of an object that shares nothing with it. Takes half of the time of decoding the object once more, and a tenth of
// that of `structuredClone`.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { assignKey } from '../../../shared/schema/assign-key.ts';

export function copyObject<T extends ApiObject>(object: T): T {
  return copied(object) as T;
}

/** Decoded objects hold JSON values only, of a depth that decoding has bounded. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) assignKey(copy, key, copied(item));
  return copy;
}
