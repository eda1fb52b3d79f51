// The struct types of expressions that change objects: `Object{}` and `Object.spec{}`, whose fields are not declared, and
// `JSONPatch{}`.

import type { FindStruct, StructDeclaration } from '../../../shared/expression/declare/declarations.ts';
import { structType, type Type, types } from '../../../shared/expression/type/type.ts';
import { equal } from '../../../shared/expression/value/compare.ts';
import { Structure, type Value } from '../../../shared/expression/value/value.ts';

const objectName = 'Object';
/** What an apply configuration gives. */
export const objectType = undeclaredType(objectName);

const operationFields: ReadonlyMap<string, Type> = new Map([
  ['op', types.string],
  ['from', types.string],
  ['path', types.string],
  ['value', types.dyn],
]);
/** An operation of a JSON patch. */
export const operationType = structType('JSONPatch', (field) => operationFields.get(field));

/** What such an expression has made. */
export class ConstructedStructure extends Structure {
  readonly type: Type;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: Type, fields: ReadonlyMap<string, Value>) {
    super();
    this.type = type;
    this.fields = fields;
  }

  get(field: string): Value | undefined {
    return this.fields.get(field);
  }

  equals(other: Structure): boolean {
    if (!(other instanceof ConstructedStructure) || other.type.name !== this.type.name) return false;
    if (other.fields.size !== this.fields.size) return false;
    for (const [name, value] of this.fields) {
      const found = other.fields.get(name);
      if (found === undefined || !equal(value, found)) return false;
    }
    return true;
  }
}

export const findPatchType: FindStruct = (name) => {
  if (name === operationType.name) return declarationOf(operationType);
  if (name === objectName) return declarationOf(objectType);
  return name.startsWith(`${objectName}.`) ? declarationOf(undeclaredType(name)) : undefined;
};

function undeclaredType(name: string): Type {
  return structType(name, () => types.dyn);
}

function declarationOf(type: Type): StructDeclaration {
  return { type, construct: (fields) => new ConstructedStructure(type, fields) };
}
