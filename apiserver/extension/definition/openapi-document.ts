// The published schema of a custom kind: as its author wrote it.

import { withoutNulls } from '../../../shared/schema/without-nulls.ts';
import { isSchema, type JsonSchema } from '../../../shared/definition/structural/json-schema.ts';

/** The schema without fields that are null. The caller adds the descriptions of kind, version and metadata. */
export function openApiDocument(schema: JsonSchema | undefined): JsonSchema {
  const document = withoutNulls(schema ?? { type: 'object' });
  return isSchema(document) ? document : { type: 'object' };
}
