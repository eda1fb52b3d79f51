// Policies that change objects: for which of them they are, and expressions of what becomes of these.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { LateChecks } from '../../../admission/expression/late-checks.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { age, count, name, printer } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { mutableOperationErrors } from './rule/match-resources.ts';
import { paramKind } from './rule/policy-cells.ts';
import { PolicyChecks } from './rule/policy-checks.ts';
import {
  faulty,
  isBlank,
  type PolicyParts,
  policyPartsErrors,
  policyTolerances,
  storedSet,
} from './rule/policy-parts.ts';

interface Patch {
  readonly expression?: string;
}

interface Mutation {
  readonly patchType?: string;
  readonly applyConfiguration?: Patch;
  readonly jsonPatch?: Patch;
}

interface PolicySpec extends PolicyParts {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

interface Policy extends ApiObject {
  readonly spec?: PolicySpec;
}

const reinvocations = ['IfNeeded', 'Never'];
/** By patch type: the field of its expression. */
const patchFields = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const;
type PatchType = keyof typeof patchFields;
const patchTypes: readonly PatchType[] = ['ApplyConfiguration', 'JSONPatch'];

function mutatingPolicyStrategy(vendor: Vendor): Strategy {
  const late = new LateChecks(vendor);
  return {
    unconditionalUpdate: false,
    tolerances: policyTolerances,
    load: () => late.load(),
    validateCreate: (object) => policyErrors(object, undefined, late),
    validateUpdate: (object, old) => policyErrors(object, (old as Policy).spec, late),
  };
}

function policyErrors({ spec = {} }: Policy, before: PolicySpec | undefined, late: LateChecks): readonly FieldError[] {
  const expressions = new PolicyChecks(late, spec.paramKind !== undefined, storedExpressions(before));
  const errors: FieldError[] = [...policyPartsErrors(spec, expressions)];
  addAll(errors, mutableOperationErrors(spec.matchConstraints, 'spec.matchConstraints'));
  const { mutations = [], reinvocationPolicy = '' } = spec;
  if (mutations.length === 0) errors.push(required('spec.mutations', 'mutations must contain at least one item'));
  for (const [index, mutation] of mutations.entries())
    addAll(errors, mutationErrors(mutation, `spec.mutations[${index}]`, expressions));
  const path = 'spec.reinvocationPolicy';
  if (reinvocationPolicy === '') errors.push(required(path));
  else if (!reinvocations.includes(reinvocationPolicy))
    errors.push(notSupported(path, reinvocationPolicy, reinvocations));
  return errors;
}

function storedExpressions(spec: PolicySpec | undefined): ReadonlySet<string> {
  if (spec === undefined) return new Set();
  const { mutations = [] } = spec;
  return storedSet(
    spec,
    mutations.flatMap(({ applyConfiguration, jsonPatch }) => [applyConfiguration?.expression, jsonPatch?.expression]),
  );
}

function mutationErrors(mutation: Mutation, path: string, expressions: PolicyChecks): readonly FieldError[] {
  const { patchType = '' } = mutation;
  if (patchType === '') return [required(`${path}.patchType`)];
  if (!isPatchType(patchType)) return [notSupported(`${path}.patchType`, patchType, patchTypes)];
  const own = patchFields[patchType];
  const other = own === 'jsonPatch' ? 'applyConfiguration' : 'jsonPatch';
  const errors: FieldError[] = [];
  const patch = mutation[own];
  if (patch === undefined) errors.push(required(`${path}.${own}`, `must be specified when patchType is ${patchType}`));
  else addAll(errors, patchErrors(patch, patchType, `${path}.${own}.expression`, expressions));
  if (mutation[other] !== undefined) {
    const detail = `must not be specified when patchType is ${patchType}`;
    errors.push(invalidValue(`${path}.${other}`, `{${other}}`, detail));
  }
  return errors;
}

function isPatchType(text: string): text is PatchType {
  return Object.hasOwn(patchFields, text);
}

function patchErrors(
  { expression = '' }: Patch,
  patchType: PatchType,
  path: string,
  expressions: PolicyChecks,
): readonly FieldError[] {
  if (isBlank(expression)) return [required(path)];
  const source = expression.trim();
  return faulty(path, source, expressions.mutation(source, patchType));
}

export default {
  group: 'admissionregistration.{api}',
  kind: 'MutatingAdmissionPolicy',
  name: 'mutatingadmissionpolicies',
  namespaced: false,
  versions: [{ version: 'v1beta1' }, { version: 'v1alpha1' }],
  categories: ['api-extensions'],
  strategy: mutatingPolicyStrategy,
  printer: printer(name, count('Mutations', 'integer', 'spec.mutations'), paramKind, age),
  generation: contentGeneration,
} satisfies KindRecord;
