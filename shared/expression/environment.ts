// An environment: the libraries and names that a kind of expression has. It turns text into programs.

import type { Checked } from './check/checked.ts';
import { check } from './check/check.ts';
import { type Validation, validate } from './check/validate.ts';
import { estimateCost } from './cost/estimate.ts';
import type { Range } from './cost/range.ts';
import type { SizeAt } from './cost/sizes.ts';
import type { Declarations, FindStruct, Variable } from './declare/declarations.ts';
import type { Library, Overload } from './declare/function.ts';
import { ConstantFault } from './evaluate/call.ts';
import type { LiteralCosts } from './evaluate/collection.ts';
import { compile, type Program } from './evaluate/compile.ts';
import { conversionLibrary } from './library/conversions.ts';
import { operatorLibrary } from './library/operators.ts';
import { constantChecks, standardLibrary } from './library/standard.ts';
import { ExpressionError } from './syntax/issue.ts';
import { standardMacros } from './syntax/macro.ts';
import type { ParseOptions } from './syntax/primary.ts';
import { parse } from './syntax/parse.ts';
import { type Type, types } from './type/type.ts';

export interface EnvironmentOptions {
  /** Beside the standard library. */
  readonly libraries: readonly Library[];
  /** Names that the caller gives a value in each evaluation. */
  readonly variables: ReadonlyMap<string, Type>;
  /** Where names are looked up first. Default: nowhere. */
  readonly container?: string;
  /** Whether `a.?b` and its like are understood. Default true. */
  readonly optionals?: boolean;
  /** Whether names of fields may stand in back quotes. Default false. */
  readonly quotedNames?: boolean;
  /** Whether items of a literal must have one type. Default false. */
  readonly homogeneousLiterals?: boolean;
  /** Whether constant patterns, durations and timestamps are validated together with the types. Default true. */
  readonly constantChecks?: boolean;
  /** Whether calls of `format` whose text and list are written out are looked at too. Default false. */
  readonly formatChecks?: boolean;
  /** The struct types whose values expressions can make. Default: none. */
  readonly findStruct?: FindStruct;
  /** What a list literal costs; a map costs 30, a struct 40. Default 10. */
  readonly listLiteralCost?: number;
}

/** An expression whose types are known. */
export interface CheckedExpression {
  readonly checked: Checked;
  /** The type of its value. */
  readonly type: Type;
}

export class Environment {
  private readonly declarations: Declarations;
  private readonly syntax: ParseOptions;
  private readonly costs: LiteralCosts;
  private readonly validation: Validation;

  constructor(options: EnvironmentOptions) {
    const libraries = [operatorLibrary, conversionLibrary, standardLibrary, ...options.libraries];
    const variables = new Map<string, Variable>();
    for (const { constants } of libraries) {
      for (const [name, { type, value }] of constants ?? []) variables.set(name, { name, type, constant: value });
    }
    for (const [name, type] of options.variables) variables.set(name, { name, type });
    this.syntax = {
      macros: [...standardMacros, ...libraries.flatMap(({ macros }) => macros ?? [])],
      optionals: options.optionals ?? true,
      quotedNames: options.quotedNames ?? false,
    };
    this.costs = { list: options.listLiteralCost ?? 10, map: 30, struct: 40 };
    this.validation = {
      homogeneous: options.homogeneousLiterals ?? false,
      constants: options.constantChecks === false ? new Map() : constantChecks,
      formats: options.formatChecks ?? false,
    };
    this.declarations = {
      container: options.container ?? '',
      variables,
      functions: byName(libraries.flatMap(({ functions }) => functions)),
      findStruct: options.findStruct ?? (() => undefined),
    };
  }

  /**
   * Parses and checks. `variables`: names beside those of the environment, for this expression only. Throws an ExpressionError
   * with every fault.
   */
  check(source: string, variables?: ReadonlyMap<string, Type>): CheckedExpression {
    const { checked, issues } = check(parse(source, this.syntax), this.declarationsWith(variables));
    const all = issues.length > 0 ? issues : validate(checked, this.validation);
    if (all.length > 0) throw new ExpressionError(source, all);
    return { checked, type: checked.types.get(checked.root) ?? types.dyn };
  }

  private declarationsWith(more: ReadonlyMap<string, Type> | undefined): Declarations {
    if (more === undefined) return this.declarations;
    const variables = new Map(this.declarations.variables);
    for (const [name, type] of more) variables.set(name, { name, type });
    return { ...this.declarations, variables };
  }

  /** The same without regard to types: what does not fit fails when it runs. Throws an ExpressionError for wrong syntax. */
  parse(source: string): Checked {
    return check(parse(source, this.syntax), this.declarations).checked;
  }

  /** The least and the most that the expression costs, with the sizes of its variables' values. */
  estimate({ checked }: CheckedExpression, sizeAt: SizeAt): Range {
    return estimateCost(checked, this.costs, sizeAt);
  }

  /** The program of a tree. Throws an ExpressionError where a constant cannot be what a function needs. */
  program(source: string, checked: Checked): Program {
    try {
      return compile(checked, this.costs);
    } catch (error) {
      if (!(error instanceof ConstantFault)) throw error;
      throw new ExpressionError(source, [], error.message);
    }
  }
}

function byName(overloads: readonly Overload[]): Map<string, Overload[]> {
  const functions = new Map<string, Overload[]>();
  for (const overload of overloads) {
    const known = functions.get(overload.name);
    if (known === undefined) functions.set(overload.name, [overload]);
    else known.push(overload);
  }
  return functions;
}
