// Putting back what an endpoint does not change.

import type { MetadataPart } from '../contract/resource.ts';
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

/** These parts of the metadata as the stored object has them. */
export function keepMetadata({ metadata }: ApiObject, old: ApiObject, parts: readonly MetadataPart[]): void {
  for (const part of parts) {
    if (old.metadata[part] === undefined) delete metadata[part];
    else Object.assign(metadata, { [part]: old.metadata[part] });
  }
}
