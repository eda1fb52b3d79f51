// Policies with their bindings, as the stored objects describe them, ready to be matched.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import {
  type LabelSelector,
  type LabelSelectorObject,
  labelSelectorOf,
} from '../../../shared/object/label-selector.ts';
import type { MatchCondition } from '../expression/match-conditions.ts';
import type { MatchPolicy, ResourceRule } from '../rule/resource-rules.ts';

/** Which requests a policy, or a binding of it, is for. */
export interface MatchCriteria {
  /** Empty: all requests. */
  readonly rules: readonly ResourceRule[];
  readonly excluded: readonly ResourceRule[];
  readonly matchPolicy: MatchPolicy;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

export type ValidationAction = 'Deny' | 'Warn' | 'Audit';

export interface PolicyBinding {
  readonly name: string;
  readonly paramRef: ParamRef | undefined;
  /** Undefined: all requests of the policy. */
  readonly match: MatchCriteria | undefined;
  readonly actions: readonly ValidationAction[];
}

export interface PolicyVariable {
  readonly name: string;
  readonly expression: string;
}

export interface PolicyValidation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface PolicyAnnotation {
  readonly key: string;
  readonly valueExpression: string;
}

export interface PolicyMutation {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch';
  readonly expression: string;
}

/** What of every policy is expressions. */
export interface PolicyExpressions {
  readonly matchConditions: readonly MatchCondition[];
  readonly variables: readonly PolicyVariable[];
  /** Whether `params` is there. */
  readonly params: boolean;
}

export interface ValidatingExpressions extends PolicyExpressions {
  readonly validations: readonly PolicyValidation[];
  readonly auditAnnotations: readonly PolicyAnnotation[];
}

export interface MutatingExpressions extends PolicyExpressions {
  readonly mutations: readonly PolicyMutation[];
  readonly reinvocation: 'Never' | 'IfNeeded';
}

export interface PolicySpec<Expressions extends PolicyExpressions = PolicyExpressions> {
  readonly name: string;
  readonly match: MatchCriteria;
  readonly paramKind: ParamKind | undefined;
  /** Whether what cannot be decided counts as passed. */
  readonly ignoresFailures: boolean;
  readonly expressions: Expressions;
  readonly bindings: readonly PolicyBinding[];
}

export type ValidatingPolicySpec = PolicySpec<ValidatingExpressions>;
export type MutatingPolicySpec = PolicySpec<MutatingExpressions>;

interface StoredMatch {
  readonly resourceRules?: readonly ResourceRule[];
  readonly excludeResourceRules?: readonly ResourceRule[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
}

interface StoredPatch {
  readonly expression?: string;
}

interface StoredMutation {
  readonly patchType?: string;
  readonly applyConfiguration?: StoredPatch;
  readonly jsonPatch?: StoredPatch;
}

interface StoredPolicy extends ApiObject {
  readonly spec?: Partial<Omit<ValidatingExpressions, 'params'>> & {
    readonly mutations?: readonly StoredMutation[];
    readonly reinvocationPolicy?: string;
    readonly paramKind?: ParamKind;
    readonly matchConstraints?: StoredMatch;
    readonly failurePolicy?: string;
  };
}

interface StoredBinding extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: StoredMatch;
    readonly validationActions?: readonly ValidationAction[];
  };
}

/** Policies in the order of their names, bindings in that of theirs. A policy without a binding does nothing and is left out. */
export function validatingPoliciesOf(
  policies: readonly StoredPolicy[],
  bindings: readonly StoredBinding[],
): readonly ValidatingPolicySpec[] {
  return boundPolicies(policies, bindings, (spec) => ({
    validations: spec.validations ?? [],
    auditAnnotations: spec.auditAnnotations ?? [],
  }));
}

/** The same of those that change objects. */
export function mutatingPoliciesOf(
  policies: readonly StoredPolicy[],
  bindings: readonly StoredBinding[],
): readonly MutatingPolicySpec[] {
  return boundPolicies(policies, bindings, ({ mutations = [], reinvocationPolicy }) => ({
    mutations: mutations.map(mutationOf),
    reinvocation: reinvocationPolicy === 'IfNeeded' ? 'IfNeeded' : 'Never',
  }));
}

function mutationOf({ patchType, applyConfiguration, jsonPatch }: StoredMutation): PolicyMutation {
  return patchType === 'JSONPatch'
    ? { patchType, expression: jsonPatch?.expression ?? '' }
    : { patchType: 'ApplyConfiguration', expression: applyConfiguration?.expression ?? '' };
}

function boundPolicies<Own extends object>(
  policies: readonly StoredPolicy[],
  bindings: readonly StoredBinding[],
  ownOf: (spec: NonNullable<StoredPolicy['spec']>) => Own,
): readonly PolicySpec<PolicyExpressions & Own>[] {
  const byPolicy = new Map<string, PolicyBinding[]>();
  for (const binding of bindings) {
    const policy = binding.spec?.policyName ?? '';
    const others = byPolicy.get(policy);
    if (others === undefined) byPolicy.set(policy, [bindingOf(binding)]);
    else others.push(bindingOf(binding));
  }
  return policies.flatMap(({ metadata, spec = {} }) => {
    const bound = byPolicy.get(metadata.name ?? '');
    if (bound === undefined) return [];
    const policy = {
      name: metadata.name ?? '',
      match: criteriaOf(spec.matchConstraints ?? {}),
      paramKind: spec.paramKind,
      ignoresFailures: spec.failurePolicy === 'Ignore',
      expressions: {
        matchConditions: spec.matchConditions ?? [],
        variables: spec.variables ?? [],
        params: spec.paramKind !== undefined,
        ...ownOf(spec),
      },
      bindings: bound,
    };
    return [policy];
  });
}

function bindingOf({ metadata, spec = {} }: StoredBinding): PolicyBinding {
  return {
    name: metadata.name ?? '',
    paramRef: spec.paramRef,
    match: spec.matchResources === undefined ? undefined : criteriaOf(spec.matchResources),
    actions: spec.validationActions ?? [],
  };
}

function criteriaOf(match: StoredMatch): MatchCriteria {
  return {
    rules: match.resourceRules ?? [],
    excluded: match.excludeResourceRules ?? [],
    matchPolicy: match.matchPolicy === 'Exact' ? 'Exact' : 'Equivalent',
    namespaceSelector: labelSelectorOf(match.namespaceSelector),
    objectSelector: labelSelectorOf(match.objectSelector),
  };
}
