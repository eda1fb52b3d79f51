// Types of a schema (CEL-028 to CEL-042): the same tree that decodes objects says what expressions may do with them.

import type { Schema, StructSchema } from '../../schema/schema.ts';
import { listType, mapType, structType, type Type, types } from '../type/type.ts';
import { escapedName } from './property-name.ts';

/**
 * The type of values of a schema. Struct types are named by their path from `name` on; fields whose name has no escape are not
 * visible. Recursive types are created level by level when they are used.
 */
export function declaredType(schema: Schema, name: string): Type {
  switch (schema.type) {
    case 'string':
    case 'quantity':
      return types.string;
    case 'int32':
    case 'int64':
      return types.int;
    case 'bool':
      return types.bool;
    case 'double':
      return types.double;
    case 'bytes':
      return types.bytes;
    case 'time':
    case 'microTime':
      return types.timestamp;
    case 'duration':
      return types.duration;
    case 'intOrString':
    case 'raw':
      return types.dyn;
    case 'list':
      return listType(declaredType(schema.items, `${name}.@idx`));
    case 'map':
      return mapType(types.string, declaredType(schema.values, `${name}.@elem`));
    case 'struct':
      return declaredStruct(schema, name);
  }
}

function declaredStruct(schema: StructSchema, name: string): Type {
  const known = new Map<string, Type>();
  const fields = fieldsByIdentifier(schema);
  return structType(name, (identifier) => {
    const field = known.get(identifier);
    if (field !== undefined) return field;
    const property = fields.get(identifier);
    const declared = property === undefined ? undefined : schema.fields.get(property);
    if (declared === undefined) return undefined;
    const type = declaredType(declared.schema, `${name}.${identifier}`);
    known.set(identifier, type);
    return type;
  });
}

/** Properties by the identifier that expressions use. */
export function fieldsByIdentifier(schema: StructSchema): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name } of schema.list) {
    const identifier = escapedName(name);
    if (identifier !== undefined) names.set(identifier, name);
  }
  return names;
}
