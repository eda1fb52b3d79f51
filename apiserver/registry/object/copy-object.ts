// A copy of an object that shares nothing with it. Takes about half of the time of decoding the object once more, and a fifth
// of that of `structuredClone`.

import type { ApiObject } from '../../../shared/object/api-object.ts';

export function copyObject<T extends ApiObject>(object: T): T {
  return copied(object) as T;
}

/** Decoded objects hold JSON values only, of a depth that decoding has bounded. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  // Every key is the copy's own afterwards, `__proto__` too, so that assigning below never reaches a prototype.
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    const item = copy[key];
    if (typeof item === 'object' && item !== null) copy[key] = copied(item);
  }
  return copy;
}
