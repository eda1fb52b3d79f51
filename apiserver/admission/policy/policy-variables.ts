// The variables of a policy: expressions that are evaluated at their first use by another expression, once for each evaluation
// of the policy.

import type { Environment } from '../../../shared/expression/environment.ts';
import { structType, type Type, types } from '../../../shared/expression/type/type.ts';
import { Failure, Structure, type Value } from '../../../shared/expression/value/value.ts';
import {
  type CompiledExpression,
  compileExpression,
  type CostBudget,
  evaluateExpression,
  type Inputs,
} from '../expression/compiled-expression.ts';
import type { PolicyVariable } from './policy.ts';

export interface CompiledVariables {
  /** Types, for the expressions that come after. */
  readonly types: ReadonlyMap<string, Type>;
  readonly programs: ReadonlyMap<string, CompiledExpression>;
}

/** Each may use those before it. `environmentWith`: the environment with these variables. */
export function compileVariables(
  variables: readonly PolicyVariable[],
  environmentWith: (known: ReadonlyMap<string, Type>) => Environment,
): CompiledVariables {
  const known = new Map<string, Type>();
  const programs = new Map<string, CompiledExpression>();
  for (const { name, expression } of variables) {
    const compiled = compileExpression(environmentWith(new Map(known)), expression);
    programs.set(name, compiled);
    known.set(name, compiled.type ?? types.dyn);
  }
  return { types: known, programs };
}

export interface VariableEvaluation {
  readonly inputs: Inputs;
  readonly budget: CostBudget;
  readonly interrupted: () => boolean;
}

/** The value of `variables`. `inputs` must have this value as `variables` once it is made. */
export class LazyVariables extends Structure {
  readonly type: Type;
  readonly #compiled: CompiledVariables;
  readonly #evaluation: VariableEvaluation;
  readonly #values = new Map<string, Value>();

  constructor(maker: string, compiled: CompiledVariables, evaluation: VariableEvaluation) {
    super();
    this.type = structType(`${maker}.variables`, (name) => compiled.types.get(name));
    this.#compiled = compiled;
    this.#evaluation = evaluation;
  }

  get(name: string): Value | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const program = this.#compiled.programs.get(name);
    if (program === undefined) return undefined;
    const value = this.#evaluate(name, program);
    this.#values.set(name, value);
    return value;
  }

  equals(other: Structure): boolean {
    return this === other;
  }

  #evaluate(name: string, program: CompiledExpression): Value {
    const quoted = JSON.stringify(name);
    if (program.fault !== undefined) {
      return new Failure(`composited variable ${quoted} fails to compile: ${program.fault}`);
    }
    const { inputs, budget, interrupted } = this.#evaluation;
    const value = evaluateExpression(program, inputs, budget, interrupted);
    if (!(value instanceof Failure)) return value;
    // Without the expression, which stands in the message of the one that asked.
    const reason = value.message.replace(`expression '${program.source}' resulted in error: `, '');
    return new Failure(`composited variable ${quoted} fails to evaluate: ${reason}`);
  }
}
