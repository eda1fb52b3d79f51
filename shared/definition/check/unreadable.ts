// Schemas that no structural schema can be read from: neither their structure nor their defaults and rules are checked then.

import {
  isSchema,
  type JsonSchema,
  type Markers,
  namedSchemas,
  schemaAt,
  schemasAt,
  textAt,
} from '../structural/json-schema.ts';

const texts = ['id', '$schema', '$ref'];
const maps = ['patternProperties', 'dependencies', 'definitions'];

/** The first such part, here or in a schema inside; undefined: the schema can be read. */
export function unreadablePart(markers: Markers, schema: JsonSchema): string | undefined {
  const text = texts.find((key) => textAt(schema, key) !== '');
  if (text !== undefined) return unsupported(text.replace('$schema', 'schema'));
  const map = maps.find((key) => Object.keys(schemaAt(schema, key) ?? {}).length > 0);
  if (map !== undefined) return unsupported(map);
  if ((schema['additionalItems'] ?? undefined) !== undefined) return unsupported('additionalItems');
  const items: unknown = schema['items'];
  if (Array.isArray(items) && items.length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  if (schema[markers.preserveUnknown] === false)
    return `internal error: '${markers.preserveUnknown}' must be true or undefined`;
  for (const one of innerSchemas(schema)) {
    const fault = unreadablePart(markers, one);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function unsupported(key: string): string {
  return `OpenAPIV3Schema '${key}' is not supported`;
}

function innerSchemas(schema: JsonSchema): readonly JsonSchema[] {
  const single = ['items', 'additionalProperties', 'not'].map((key) => schema[key]).filter(isSchema);
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => schemasAt(schema, key));
  return [...single, ...lists, ...namedSchemas(schema, 'properties').map(([, one]) => one)];
}
