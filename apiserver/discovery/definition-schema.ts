// The schema of a defined kind as clients see it: what its author wrote, and what the service knows of values besides. Pure.

import { type Document, mapped, objectFields } from './swagger.ts';

export interface DefinitionMarkers {
  /** Marks objects within objects. */
  readonly embedded: string;
  /** Marks values that are numbers or texts. */
  readonly intOrString: string;
}

/** For readers of the definition; clients do not get them. */
const unpublished: ReadonlySet<string> = new Set(['example', 'externalDocs']);
const numberOrText = [{ type: 'integer' }, { type: 'string' }];

/** `envelope`: the fields of every object, for those within others. */
export function definitionSchema(schema: Document, markers: DefinitionMarkers, envelope: Document): Document {
  const inner = (value: unknown) => definitionSchema(value as Document, markers, envelope);
  const entries = Object.entries(schema)
    .filter(([key]) => !unpublished.has(key))
    .map(([key, value]): [string, unknown] => {
      if (key === 'properties') return [key, mapped(value as Document, inner)];
      if (key === 'items') return [key, inner(value)];
      return [key, key === 'additionalProperties' && typeof value === 'object' ? inner(value) : value];
    });
  const document: Document = Object.fromEntries(entries);
  if (schema[markers.embedded] === true) return withEnvelope(document, envelope);
  const alternatives =
    schema['anyOf'] ?? (schema['allOf'] as readonly Document[] | undefined)?.find(({ anyOf }) => anyOf);
  if (schema[markers.intOrString] !== true || alternatives !== undefined) return document;
  return { ...document, anyOf: numberOrText };
}

function withEnvelope(document: Document, envelope: Document): Document {
  const required = (document['required'] ?? []) as readonly string[];
  return {
    ...document,
    properties: { ...(document['properties'] as Document | undefined), ...envelope },
    required: [...new Set([...required, ...objectFields])],
  };
}
