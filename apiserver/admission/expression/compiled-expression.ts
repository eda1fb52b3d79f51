// Expressions of admission: compiled once, evaluated for each write within a budget of cost.

import { costLimits } from '../../../shared/expression/cost/limits.ts';
import type { Environment } from '../../../shared/expression/environment.ts';
import type { Program } from '../../../shared/expression/evaluate/compile.ts';
import { EvaluationAborted } from '../../../shared/expression/evaluate/frame.ts';
import { ExpressionError } from '../../../shared/expression/syntax/issue.ts';
import { resultName, sameType, type Type } from '../../../shared/expression/type/type.ts';
import { Failure, type Value } from '../../../shared/expression/value/value.ts';

/** Most that one evaluation may cost. */
const callLimit = costLimits.run;

/** Stored with a fault: its use fails. */
export interface CompiledExpression {
  readonly source: string;
  readonly type: Type | undefined;
  readonly program: Program | undefined;
  /** Why it cannot be compiled. */
  readonly fault: string | undefined;
}

/** `wanted`: the types that its value may have; absent: any. Does not throw. */
export function compileExpression(
  environment: Environment,
  source: string,
  wanted?: readonly Type[],
): CompiledExpression {
  try {
    const { checked, type } = environment.check(source);
    const fits = wanted === undefined || wanted.some((one) => sameType(one, type));
    if (!fits) return { source, type, program: undefined, fault: wrongType(wanted, type) };
    return { source, type, program: environment.program(source, checked), fault: undefined };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { source, type: undefined, program: undefined, fault: `compilation failed: ${error.message}` };
  }
}

function wrongType(wanted: readonly Type[], type: Type): string {
  const expected = wanted.map(resultName);
  if (expected.length === 1) return `must evaluate to ${expected[0] ?? ''} but got ${resultName(type)}`;
  return `must evaluate to one of [${expected.join(' ')}] but got ${resultName(type)}`;
}

/** All expressions of one use have used up what they may cost together. */
export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

export type Inputs = ReadonlyMap<string, Value>;

/** What several expressions may cost together. */
export class CostBudget {
  #left: number;

  constructor(total: number) {
    this.#left = total;
  }

  spend(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new BudgetExceededError();
  }
}

/**
 * The value, or a Failure whose message is for clients. Throws BudgetExceededError, PendingDecision where an authorizer has to be
 * waited for, and EvaluationAborted when it was interrupted.
 */
export function evaluateExpression(
  { source, program, fault }: CompiledExpression,
  inputs: Inputs,
  budget: CostBudget,
  interrupted: () => boolean,
): Value {
  if (program === undefined) return new Failure(`compilation error: ${fault ?? 'unknown'}`);
  try {
    const { value, cost } = program.evaluate(inputs, { limit: callLimit, interrupted });
    budget.spend(cost);
    return value instanceof Failure ? new Failure(failedText(source, value.message)) : value;
  } catch (error) {
    // The request is over: there is nothing left to decide.
    if (!(error instanceof EvaluationAborted) || error.reason === 'interrupted') throw error;
    budget.spend(callLimit);
    return new Failure(failedText(source, error.message));
  }
}

function failedText(source: string, message: string): string {
  return `expression '${source}' resulted in error: ${message}`;
}
