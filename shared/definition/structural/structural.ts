// The structural part of a schema: the type of each value, its default, and its fields. Pruning, defaulting and the tree of
// fields need only this part; `validate/` checks which values are valid.

import type { JsonSchema, Markers } from './json-schema.ts';
import { isSchema, namedSchemas, schemaAt, textAt, textsAt } from './json-schema.ts';

export interface Structural {
  /** '' where any type may come. */
  readonly type: string;
  /** A null is a value. */
  readonly nullable: boolean;
  /** Undefined: none. */
  readonly default: unknown;
  /** In the order of the names. */
  readonly properties: ReadonlyMap<string, Structural>;
  /** Of what is no property. `any`: of whatever form; undefined: nothing else may come. */
  readonly additional: Structural | 'any' | undefined;
  readonly items: Structural | undefined;
  readonly required: readonly string[];
  readonly enum: readonly unknown[];
  /** Fields that are no properties are kept. */
  readonly preserveUnknown: boolean;
  /** The value is an object with kind, version and metadata of its own. */
  readonly embedded: boolean;
  readonly intOrString: boolean;
  readonly listType: 'atomic' | 'set' | 'map';
  readonly listMapKeys: readonly string[];
  readonly mapType: 'atomic' | 'granular';
  /** Whether a default is declared here or further down. */
  readonly defaulted: boolean;
  /** Whether lists whose items must differ are declared here or further down. */
  readonly marked: boolean;
  /** Whether objects with metadata of their own are declared here or further down. */
  readonly embeds: boolean;
}

/** Reads any schema; what a structural schema may not hold is left out. */
export function structuralOf(markers: Markers, schema: JsonSchema): Structural {
  const properties = new Map(
    namedSchemas(schema, 'properties').map(([name, one]) => [name, structuralOf(markers, one)]),
  );
  const itemSchema = schemaAt(schema, 'items');
  const items = itemSchema === undefined ? undefined : structuralOf(markers, itemSchema);
  const additional = additionalOf(markers, schema['additionalProperties']);
  const below = [...properties.values(), items, additional === 'any' ? undefined : additional];
  const some = (part: 'defaulted' | 'marked' | 'embeds'): boolean => below.some((one) => one?.[part] === true);
  const listType = textAt(schema, markers.listType);
  const embedded = schema[markers.embedded] === true;
  const own = schema['default'] ?? undefined;
  return {
    type: textAt(schema, 'type'),
    nullable: schema['nullable'] === true,
    default: own,
    properties,
    additional,
    items,
    required: textsAt(schema, 'required'),
    enum: Array.isArray(schema['enum']) ? schema['enum'] : [],
    preserveUnknown: schema[markers.preserveUnknown] === true,
    embedded,
    intOrString: schema[markers.intOrString] === true,
    listType: listType === 'set' || listType === 'map' ? listType : 'atomic',
    listMapKeys: textsAt(schema, markers.listMapKeys),
    mapType: textAt(schema, markers.mapType) === 'atomic' ? 'atomic' : 'granular',
    defaulted: own !== undefined || some('defaulted'),
    marked: listType === 'set' || listType === 'map' || some('marked'),
    embeds: embedded || some('embeds'),
  };
}

function additionalOf(markers: Markers, value: unknown): Structural['additional'] {
  if (isSchema(value)) return structuralOf(markers, value);
  return value === true ? 'any' : undefined;
}
