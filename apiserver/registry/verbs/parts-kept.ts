// Putting back what an endpoint does not change.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** The field as the stored object has it. */
export function takeOver(object: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}

/** Every field but these as the stored object has it. */
export function keepOnly(object: ApiObject, old: ApiObject, fields: readonly string[]): void {
  const names = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const name of names)
    if (!fields.includes(name) && name !== 'kind' && name !== 'apiVersion') takeOver(object, old, name);
}

/** Endpoints that change nothing but one part of the object keep its metadata too, apart from what guards the write. */
export function keepMetadata(object: ApiObject, old: ApiObject): void {
  object.metadata = { ...old.metadata };
  delete object.metadata.resourceVersion;
}
