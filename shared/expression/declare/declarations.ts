// What an expression may refer to: names, functions and struct types, as the environment declares them.

import type { Type } from '../type/type.ts';
import type { Value } from '../value/value.ts';
import type { Overload } from './function.ts';

/** A name with its type. Identity matters: each macro variable is one of its own. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
  /** The same in every evaluation. */
  readonly constant?: Value;
}

/** A struct type whose values expressions can make: `Name{field: value}`. */
export interface StructDeclaration {
  readonly type: Type;
  construct(fields: ReadonlyMap<string, Value>): Value;
}

/** Undefined: there is no struct type of this name. */
export type FindStruct = (name: string) => StructDeclaration | undefined;

export interface Declarations {
  /** Names are looked up in it and in what is around it first: `a.b` makes `x` mean `a.b.x`, `a.x` or `x`. Usually empty. */
  readonly container: string;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  readonly findStruct: FindStruct;
}

/** What a name may mean, in the order in which it is tried. */
export function candidateNames(container: string, name: string): readonly string[] {
  if (name.startsWith('.')) return [name.slice(1)];
  if (container === '') return [name];
  const parts = container.split('.');
  return [...parts.map((_, at) => `${parts.slice(0, parts.length - at).join('.')}.${name}`), name];
}
