// Functions as libraries declare them: overloads with their types, and what they do. Names, signatures and ids are those of
// the language definition, because error messages, cost tables and conformance data refer to them.

import type { Macro } from '../syntax/macro.ts';
import { type NamedTypes, signature } from '../type/notation.ts';
import type { Type } from '../type/type.ts';
import type { Failure, Value } from '../value/value.ts';

/** Gets as many arguments as the overload has parameters, none of them a failure; they are of the declared types. */
export type Implementation = (first: Value, second: Value, third: Value, fourth: Value) => Value;

export interface Overload {
  readonly id: string;
  readonly name: string;
  /** The first parameter stands before the dot. */
  readonly member: boolean;
  readonly parameters: readonly Type[];
  readonly result: Type;
  readonly call: Implementation;
  /** The call checks the types of its arguments itself: it is the same for all overloads. */
  readonly anyTypes?: true;
  /**
   * What one place of an expression calls instead: for functions that keep something between calls, or do work once for
   * arguments that are constants (undefined: not known before it runs). A failure refuses the expression before it runs.
   */
  readonly prepare?: (constants: readonly (Value | undefined)[]) => Implementation | Failure;
}

/** A set of functions, macros and names that an environment may have. */
export interface Library {
  readonly functions: readonly Overload[];
  readonly macros?: readonly Macro[];
  /** Names with a fixed value, such as types. */
  readonly constants?: ReadonlyMap<string, { readonly type: Type; readonly value: Value }>;
}

/** Declares overloads whose signatures use the types of one library. */
export function declaring(named: NamedTypes = {}) {
  return (
    id: string,
    text: string,
    call: (first: never, second: never, third: never, fourth: never) => Value,
  ): Overload => {
    // What is passed has been compared with the parameters, by the checker or when it runs.
    return { id, ...signature(text, named), call: call as Implementation };
  };
}
