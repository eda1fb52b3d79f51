// The expressions of one policy that changes objects, compiled, and the objects that they make.

import { stringifyJson } from '../../../shared/codec/json/json.ts';
import { costLimits } from '../../../shared/expression/cost/limits.ts';
import { listType } from '../../../shared/expression/type/type.ts';
import { Failure, itemsOf, List, type Value } from '../../../shared/expression/value/value.ts';
import { servedVersion } from '../../../shared/expression/versions.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { internalError, serviceUnavailable } from '../../../shared/object/errors.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { applyJsonPatch, PatchTestError } from '../../../shared/patch/json-patch.ts';
import type { JsonPatchOperation } from '../../../shared/patch/json-patch-document.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionVersions } from '../contract/versions.ts';
import { type AdmissionEnvironments, admissionEnvironments } from '../expression/admission-environment.ts';
import type { WriteAuthorization } from '../expression/authorizing.ts';
import {
  type CompiledExpression,
  compileExpression,
  CostBudget,
  evaluateExpression,
  type Inputs,
} from '../expression/compiled-expression.ts';
import { compileConditions, evaluateConditions, type MatchOutcome } from '../expression/match-conditions.ts';
import { ConstructedStructure, objectType, operationType } from '../expression/patch-types.ts';
import { misnamedTypes, PatchValues } from '../expression/patch-values.ts';
import { type SeenWrite, writeInputs } from '../expression/write-inputs.ts';
import { applyConfiguration } from './apply-configuration.ts';
import type { MutatingExpressions, PolicyMutation } from './policy.ts';
import { keepKind } from '../rule/same-kind.ts';
import { type CompiledVariables, compileVariables, LazyVariables } from './policy-variables.ts';

/** Operations of one patch. */
const mostOperations = 10_000;

export interface MutationInputs {
  readonly write: SeenWrite;
  /** Undefined: the policy has no parameters. */
  readonly params: ApiObject | null | undefined;
  readonly authorization: WriteAuthorization;
  readonly interrupted: () => boolean;
}

interface CompiledMutation {
  readonly spec: PolicyMutation;
  readonly program: CompiledExpression;
}

export class MutationEvaluator {
  readonly #vendor: Vendor;
  readonly #versions: AdmissionVersions;
  readonly #environments: AdmissionEnvironments;
  readonly #conditions: readonly CompiledExpression[];
  readonly #variables: CompiledVariables;
  readonly #mutations: readonly CompiledMutation[];

  constructor(policy: MutatingExpressions, vendor: Vendor, versions: AdmissionVersions) {
    const names = { params: policy.params };
    const environments = admissionEnvironments(vendor);
    this.#vendor = vendor;
    this.#versions = versions;
    this.#environments = environments;
    this.#conditions = compileConditions(environments.environment(servedVersion, names), policy.matchConditions);
    this.#variables = compileVariables(policy.variables, (variables) =>
      environments.environment(servedVersion, { ...names, variables }),
    );
    const variables = this.#variables.types;
    const environment = environments.environment(servedVersion, { ...names, variables, patchTypes: true });
    this.#mutations = policy.mutations.map((spec) => ({
      spec,
      program: compileExpression(environment, spec.expression, [
        spec.patchType === 'JSONPatch' ? listType(operationType) : objectType,
      ]),
    }));
  }

  get mutations(): number {
    return this.#mutations.length;
  }

  /** Throws PendingDecision where an authorizer has to be waited for. */
  conditions(inputs: MutationInputs): MatchOutcome {
    if (this.#conditions.length === 0) return { outcome: 'matches' };
    return evaluateConditions(this.#conditions, this.#inputs(inputs), inputs.interrupted);
  }

  /**
   * The object after the mutation of this place; the object of the write is not changed. Throws Error, with a message for clients,
   * where it cannot be made, StatusError where the failure policy has no say, and PendingDecision as above.
   */
  mutate(place: number, inputs: MutationInputs): ApiObject | undefined {
    const { object, seen } = inputs.write;
    const mutation = this.#mutations[place];
    if (mutation === undefined || object === undefined) return object;
    const schema = this.#versions.schema(seen);
    if (schema === undefined) {
      const { group, version, kind } = seen.kind;
      const named = `${group === '' ? '' : `${group}/`}${version}, Kind=${kind}`;
      throw serviceUnavailable(`Resource kind ${named} not found.`);
    }
    const { spec, program } = mutation;
    if (program.fault !== undefined) throw new Error(program.fault);
    const value = this.#value(program, inputs);
    // As clients see it: without fields that are undefined.
    const plain = JSON.parse(stringifyJson(object)) as ApiObject;
    if (spec.patchType === 'JSONPatch') return this.#patched(plain, operationsOf(value), inputs.write);
    const configuration = { ...configurationOf(value), apiVersion: plain.apiVersion, kind: plain.kind };
    try {
      return this.#versions.read(applyConfiguration(plain, configuration, schema), seen);
    } catch (error) {
      throw new Error(`error applying patch: ${messageOf(error)}`, { cause: error });
    }
  }

  #inputs({ write, params, authorization }: MutationInputs): Map<string, Value> {
    return writeInputs(write, authorization, { vendor: this.#vendor, named: this.#environments.named }, params);
  }

  /** Each expression has a budget of its own, which it shares with the variables that it asks for. */
  #value(program: CompiledExpression, inputs: MutationInputs): Value {
    const { interrupted } = inputs;
    const budget = new CostBudget(costLimits.object);
    const named: Inputs = this.#withVariables(this.#inputs(inputs), budget, interrupted);
    const value = evaluateExpression(program, named, budget, interrupted);
    if (value instanceof Failure) throw new Error(value.message);
    return value;
  }

  #withVariables(inputs: Map<string, Value>, budget: CostBudget, interrupted: () => boolean): Inputs {
    const maker = this.#vendor.fill('{maker}');
    return inputs.set('variables', new LazyVariables(maker, this.#variables, { inputs, budget, interrupted }));
  }

  /** The object itself where a `test` of the patch does not hold. */
  #patched(object: ApiObject, operations: readonly JsonPatchOperation[], { seen }: SeenWrite): ApiObject {
    let patched: unknown;
    try {
      patched = applyJsonPatch(object, operations, this.#vendor.behaviour.jsonPatch);
    } catch (error) {
      if (error instanceof PatchTestError) return object;
      throw new Error(`JSON Patch: ${messageOf(error)}`, { cause: error });
    }
    try {
      return keepKind(this.#versions.read(patched, seen, true), object);
    } catch (error) {
      throw internalError(error);
    }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof StatusError) return error.status.message ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

function configurationOf(value: Value): Readonly<Record<string, unknown>> {
  const configuration = new PatchValues('configuration').json(value);
  requireNamedTypes(value, objectType.name);
  return configuration as Readonly<Record<string, unknown>>;
}

function operationsOf(value: Value): readonly JsonPatchOperation[] {
  if (!(value instanceof List)) throw new Error('the expression gave no list of patch operations');
  if (value.size > mostOperations) throw new Error(`a JSON patch may have ${mostOperations} operations`);
  const values = new PatchValues('operations');
  return Array.from(itemsOf(value), (operation) => operationOf(operation, values));
}

function operationOf(operation: Value, values: PatchValues): JsonPatchOperation {
  if (!(operation instanceof ConstructedStructure) || operation.type.name !== operationType.name)
    throw new Error('the expression gave an item that is no patch operation');
  const text = (field: string): string => {
    const value = operation.get(field) ?? '';
    return typeof value === 'string' ? value : '';
  };
  const value = operation.get('value');
  const from = text('from');
  const made = { op: text('op'), path: text('path'), ...(from === '' ? {} : { from }) };
  if (value === undefined) return made;
  const json = values.json(value);
  if (value instanceof ConstructedStructure) requireNamedTypes(value, value.type.name);
  return { ...made, value: json };
}

function requireNamedTypes(value: Value, root: string): void {
  const misnamed = misnamedTypes(value, root);
  if (misnamed.length > 0) throw new Error(`type mismatch: ${misnamed.join('\n')}`);
}
