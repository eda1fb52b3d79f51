// The results of the checker, by node of the tree. The tree itself is never changed.

import type { Overload } from '../declare/function.ts';
import type { StructDeclaration, Variable } from '../declare/declarations.ts';
import type { CallNode, ComprehensionNode, Expression, StructNode } from '../syntax/tree.ts';
import type { Type } from '../type/type.ts';

/** A call whose function is known. */
export interface ResolvedCall {
  readonly name: string;
  /** The target of a member call first. */
  readonly args: readonly Expression[];
  /** Those that fit the types that are known before it runs: one, or several where some are dynamic. */
  readonly overloads: readonly Overload[];
  readonly member: boolean;
}

/** Variables of a fold. */
export interface FoldVariables {
  readonly accumulator: Variable;
  readonly first: Variable;
  readonly second: Variable | undefined;
}

export interface Checked {
  readonly root: Expression;
  readonly types: ReadonlyMap<Expression, Type>;
  /** Of identifiers, and of selects that spell the qualified name of one. */
  readonly variables: ReadonlyMap<Expression, Variable>;
  readonly calls: ReadonlyMap<CallNode, ResolvedCall>;
  readonly folds: ReadonlyMap<ComprehensionNode, FoldVariables>;
  readonly structs: ReadonlyMap<StructNode, StructDeclaration>;
}
