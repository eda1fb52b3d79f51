// The schema of a kind of the user's as it is published: as its author wrote it.

import { isSchema, type JsonSchema } from '../../../shared/definition/structural/json-schema.ts';

/** The document without what was never set; kind, version and metadata are described by whoever publishes it. */
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
