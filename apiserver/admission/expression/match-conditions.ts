// Match conditions of webhooks and policies: expressions that all must be true. One that is false ends the matter; one that fails
// counts as the failure policy says.

import type { Environment } from '../../../shared/expression/environment.ts';
import { costLimits } from '../../../shared/expression/cost/limits.ts';
import { types } from '../../../shared/expression/type/type.ts';
import { Failure } from '../../../shared/expression/value/value.ts';
import {
  BudgetExceededError,
  type CompiledExpression,
  compileExpression,
  CostBudget,
  evaluateExpression,
  type Inputs,
} from './compiled-expression.ts';

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

export type MatchOutcome =
  | { readonly outcome: 'matches' }
  | { readonly outcome: 'excluded' }
  /** `failures`: how many expressions failed. */
  | { readonly outcome: 'failed'; readonly message: string; readonly failures: number };

export function compileConditions(
  environment: Environment,
  conditions: readonly MatchCondition[],
): readonly CompiledExpression[] {
  return conditions.map(({ expression }) => compileExpression(environment, expression, [types.bool]));
}

/** Throws PendingDecision where an authorizer has to be waited for. */
export function evaluateConditions(
  conditions: readonly CompiledExpression[],
  inputs: Inputs,
  interrupted: () => boolean,
): MatchOutcome {
  const budget = new CostBudget(costLimits.matchConditions);
  const failures: string[] = [];
  try {
    // All are evaluated first, as the budget counts them: what comes after one that is false may still exceed it.
    const values = conditions.map((condition) => evaluateExpression(condition, inputs, budget, interrupted));
    for (const value of values) {
      if (value instanceof Failure) failures.push(value.message);
      else if (value === false) return { outcome: 'excluded' };
    }
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error;
    return { outcome: 'failed', message: error.message, failures: 0 };
  }
  if (failures.length === 0) return { outcome: 'matches' };
  const message = failures.length === 1 ? (failures[0] ?? '') : `[${failures.join(', ')}]`;
  return { outcome: 'failed', message, failures: failures.length };
}
