// The expressions of one policy, compiled, and what they decide about a write.

import { costLimits, longestMessage } from '../../../shared/expression/cost/limits.ts';
import { types } from '../../../shared/expression/type/type.ts';
import { Failure, typeOf, type Value } from '../../../shared/expression/value/value.ts';
import { servedVersion } from '../../../shared/expression/versions.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { type AdmissionEnvironments, admissionEnvironments } from '../expression/admission-environment.ts';
import type { WriteAuthorization } from '../expression/authorizing.ts';
import {
  BudgetExceededError,
  type CompiledExpression,
  compileExpression,
  CostBudget,
  evaluateExpression,
} from '../expression/compiled-expression.ts';
import { compileConditions, evaluateConditions } from '../expression/match-conditions.ts';
import { type SeenWrite, writeInputs } from '../expression/write-inputs.ts';
import type { PolicyAnnotation, PolicyValidation, ValidatingExpressions } from './policy.ts';
import { type CompiledVariables, compileVariables, LazyVariables } from './policy-variables.ts';

/** What one validation says against a write. */
export interface PolicyObjection {
  /** Of the validation in its policy; 0 for a failure of all. */
  readonly index: number;
  readonly message: string;
  /** '' for an expression that could not be decided. */
  readonly reason: string;
  /** Whether it could not be decided. */
  readonly failed: boolean;
}

export interface PolicyVerdict {
  readonly objections: readonly PolicyObjection[];
  /** Audit annotations by key. */
  readonly annotations: readonly (readonly [key: string, value: string])[];
  /** Why annotations could not be made; these deny the write whatever the binding does with objections. */
  readonly annotationFailures: readonly string[];
}

export interface Evaluation {
  readonly write: SeenWrite;
  /** Undefined: the policy has no parameters. */
  readonly params: ApiObject | null | undefined;
  readonly authorization: WriteAuthorization;
  readonly interrupted: () => boolean;
}

const admitted: PolicyVerdict = { objections: [], annotations: [], annotationFailures: [] };

interface CompiledValidation {
  readonly spec: PolicyValidation;
  readonly program: CompiledExpression;
  readonly message: CompiledExpression | undefined;
}

export class PolicyEvaluator {
  readonly #vendor: Vendor;
  readonly #environments: AdmissionEnvironments;
  readonly #conditions: readonly CompiledExpression[];
  readonly #variables: CompiledVariables;
  readonly #validations: readonly CompiledValidation[];
  readonly #annotations: readonly { readonly spec: PolicyAnnotation; readonly program: CompiledExpression }[];
  readonly #ignoresFailures: boolean;

  constructor(policy: ValidatingExpressions, ignoresFailures: boolean, vendor: Vendor) {
    const { params } = policy;
    const environments = admissionEnvironments(vendor);
    const names = { params };
    this.#vendor = vendor;
    this.#environments = environments;
    this.#ignoresFailures = ignoresFailures;
    this.#conditions = compileConditions(environments.environment(servedVersion, names), policy.matchConditions);
    this.#variables = compileVariables(policy.variables, (variables) =>
      environments.environment(servedVersion, { ...names, variables }),
    );
    const variables = this.#variables.types;
    const environment = environments.environment(servedVersion, { ...names, variables });
    const quiet = environments.environment(servedVersion, { ...names, variables, authorizer: false });
    this.#validations = policy.validations.map((spec) => ({
      spec,
      program: compileExpression(environment, spec.expression, [types.bool]),
      message:
        (spec.messageExpression ?? '') === ''
          ? undefined
          : compileExpression(quiet, spec.messageExpression ?? '', [types.string]),
    }));
    this.#annotations = policy.auditAnnotations.map((spec) => ({
      spec,
      program: compileExpression(environment, spec.valueExpression, [types.string, types.null]),
    }));
  }

  /** Throws PendingDecision where an authorizer has to be waited for. */
  evaluate({ write, params, authorization, interrupted }: Evaluation): PolicyVerdict {
    const { named } = this.#environments;
    const inputs = writeInputs(write, authorization, { vendor: this.#vendor, named }, params);
    if (this.#conditions.length > 0) {
      const outcome = evaluateConditions(this.#conditions, inputs, interrupted);
      if (outcome.outcome === 'excluded') return admitted;
      if (outcome.outcome === 'failed') return this.#failed(outcome.message);
    }
    const budget = new CostBudget(costLimits.object);
    const maker = this.#vendor.fill('{maker}');
    inputs.set('variables', new LazyVariables(maker, this.#variables, { inputs, budget, interrupted }));
    const run = (program: CompiledExpression, within: CostBudget = budget): Value =>
      evaluateExpression(program, inputs, within, interrupted);
    try {
      const values = this.#validations.map(({ program }) => run(program));
      const objections = this.#objections(values, run);
      // These have a budget of their own.
      const ofAnnotations = new CostBudget(costLimits.object);
      return { objections, ...this.#annotated((program) => run(program, ofAnnotations)) };
    } catch (error) {
      if (error instanceof BudgetExceededError) return this.#failed(error.message);
      throw error;
    }
  }

  #failed(message: string): PolicyVerdict {
    if (this.#ignoresFailures) return admitted;
    return { ...admitted, objections: [{ index: 0, message, reason: '', failed: true }] };
  }

  #objections(values: readonly Value[], run: (program: CompiledExpression) => Value): readonly PolicyObjection[] {
    const objections: PolicyObjection[] = [];
    for (const [index, { spec, message }] of this.#validations.entries()) {
      const value = values[index];
      if (value === true) continue;
      if (value instanceof Failure) {
        if (!this.#ignoresFailures) objections.push({ index, message: value.message, reason: '', failed: true });
        continue;
      }
      const said = message === undefined ? '' : usableMessage(run(message));
      objections.push({
        index,
        message: said || (spec.message ?? '').trim() || `failed expression: ${spec.expression.trim()}`,
        reason: spec.reason ?? 'Invalid',
        failed: false,
      });
    }
    return objections;
  }

  #annotated(run: (program: CompiledExpression) => Value): Pick<PolicyVerdict, 'annotations' | 'annotationFailures'> {
    const annotations: [string, string][] = [];
    const annotationFailures: string[] = [];
    for (const { spec, program } of this.#annotations) {
      const value = run(program);
      if (value instanceof Failure) {
        if (!this.#ignoresFailures) annotationFailures.push(value.message);
      } else if (typeof value === 'string') {
        if (value.trim() !== '') annotations.push([spec.key, value.trim()]);
      } else if (value !== null) {
        annotationFailures.push(
          `valueExpression '${spec.valueExpression}' resulted in unsupported return type: ${String(typeOf(value))}. ` +
            'Return type must be either string or null.',
        );
      }
    }
    return { annotations, annotationFailures };
  }
}

/** '' for what is no message: another one takes its place. */
function usableMessage(value: Value): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return Buffer.byteLength(text) > longestMessage || text.includes('\n') ? '' : text;
}
