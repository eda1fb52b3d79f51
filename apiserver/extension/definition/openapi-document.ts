// The published schema of a custom kind: as its author wrote it.

import { isSchema, type JsonSchema } from '../../../shared/definition/structural/json-schema.ts';

/** The schema without fields that are null. The caller adds the descriptions of kind, version and metadata. */
export function openApiDocument(schema: JsonSchema | undefined): JsonSchema {
  const document = withoutNulls(schema ?? { type: 'object' });
  return isSchema(document) ? document : { type: 'object' };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]])),
  );
}
