// Merges the configuration that an expression gave into an object, as an apply would, without owners of fields.

import { merge } from '../../../shared/apply/typed/merge.ts';
import { isObject, type JsonObject, schemaOfItems, schemaOfKey } from '../../../shared/apply/typed/typed-value.ts';
import { faultsOf, faultsText } from '../../../shared/apply/typed/validate-typed.ts';
import { isScalar, type Schema, type StructSchema } from '../../../shared/schema/schema.ts';

/** Paths in one message. */
const mostPaths = 20;

/** Neither argument is changed. Throws Error, with a message for clients, for a configuration that does not fit. */
export function applyConfiguration(object: JsonObject, configuration: JsonObject, schema: StructSchema): JsonObject {
  const faults = faultsOf(configuration, schema);
  if (faults.length > 0) throw new Error(`failed to convert patch object to typed object: ${faultsText(faults)}`);
  const atomic = [...atomicPaths(configuration, schema, '')];
  if (atomic.length > 0) {
    const shown = atomic.slice(0, mostPaths).join(', ');
    throw new Error(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${shown}`);
  }
  const stored = faultsOf(object, schema, { duplicates: true });
  if (stored.length > 0) throw new Error(`failed to convert original object to typed object: ${faultsText(stored)}`);
  try {
    return merge(object, configuration, schema);
  } catch (error) {
    throw new Error(`failed to merge patch: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** What a merge would replace as a whole: an author who names one field of it would remove the others. */
function* atomicPaths(value: unknown, schema: Schema, path: string): Generator<string> {
  if (isScalar(schema)) return;
  if (isObject(value)) {
    if ((schema.type === 'struct' || schema.type === 'map') && schema.mapType === 'atomic') yield path;
    if (schema.type === 'raw') return;
    for (const [key, one] of Object.entries(value)) yield* atomicPaths(one, schemaOfKey(schema, key), `${path}.${key}`);
  } else if (Array.isArray(value) && schema.type === 'list') {
    if (schema.listType === 'atomic') yield path;
    for (const [place, item] of value.entries()) {
      yield* atomicPaths(item, schemaOfItems(schema), `${path}[${place}]`);
    }
  }
}
