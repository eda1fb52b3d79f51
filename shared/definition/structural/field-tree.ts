// A structural schema as the one tree of fields that patches, field ownership and OpenAPI read (design, decision 1).

import type { Field, Schema, StructSchema } from '../../schema/schema.ts';
import { CompiledField, CompiledStruct } from '../../schema/compiled-struct.ts';
import type { Structural } from './structural.ts';

/** `name` of a struct is that of the kind and the path to it: `shop.example/v1.Widget.spec`. */
export function fieldTree(schema: Structural, name: string, metadata: StructSchema): Schema {
  if (schema.intOrString) return { type: 'intOrString' };
  switch (schema.type) {
    case 'string':
      return { type: 'string' };
    case 'boolean':
      return { type: 'bool' };
    case 'integer':
      return { type: 'int64' };
    case 'number':
      return { type: 'double' };
    case 'array':
      return {
        type: 'list',
        items: schema.items === undefined ? { type: 'raw' } : fieldTree(schema.items, `${name}[]`, metadata),
        listType: schema.listType,
        keys: schema.listMapKeys,
        keyDefaults: keyDefaultsOf(schema),
      };
    default:
      return objectTree(schema, name, metadata);
  }
}

function keyDefaultsOf({ items, listMapKeys }: Structural): ReadonlyMap<string, unknown> {
  const defaults = listMapKeys.map((key) => [key, items?.properties.get(key)?.default] as const);
  return new Map(defaults.filter(([, value]) => value !== undefined));
}

function objectTree(schema: Structural, name: string, metadata: StructSchema): Schema {
  const { additional, properties, mapType } = schema;
  if (additional !== undefined && properties.size === 0) {
    const values: Schema = additional === 'any' ? { type: 'raw' } : fieldTree(additional, `${name}{}`, metadata);
    return { type: 'map', values, mapType };
  }
  if (properties.size === 0 && !schema.embedded) return { type: 'raw', atomic: mapType === 'atomic' };
  return structTree(schema, name, metadata, false);
}

/** A struct with the declared fields; kind, version and metadata of an object stand first. */
export function structTree(schema: Structural, name: string, metadata: StructSchema, isKind: boolean): CompiledStruct {
  const fields = new Map<string, Field>();
  if (isKind || schema.embedded) {
    for (const own of ['kind', 'apiVersion'])
      fields.set(
        own,
        treeField(own, () => ({ type: 'string' })),
      );
    fields.set(
      'metadata',
      treeField('metadata', () => metadata),
    );
  }
  for (const [key, property] of schema.properties) {
    if (fields.has(key)) continue;
    const tree = (): Schema => fieldTree(property, `${name}.${key}`, metadata);
    fields.set(key, treeField(key, tree, schema.required.includes(key)));
  }
  return new CompiledStruct({
    name,
    fields,
    mapType: schema.mapType,
    isKind,
    ...(schema.preserveUnknown ? { preserveUnknown: true } : {}),
  });
}

/** A field that says nothing but its type. */
export function treeField(name: string, schema: () => Schema, required = false): Field {
  const facts = {
    name,
    numbers: [],
    required,
    unchecked: false,
    pointer: true,
    alwaysWritten: false,
    default: undefined,
    patchStrategy: undefined,
    patchMergeKey: undefined,
    discriminator: false,
    featureGates: undefined,
  };
  return new CompiledField(facts, schema);
}
