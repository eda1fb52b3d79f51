// A validating policy with its bindings, as the stored objects describe them, ready to be matched.

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

/** What of a policy is expressions. */
export interface PolicyExpressions {
  readonly matchConditions: readonly MatchCondition[];
  readonly variables: readonly PolicyVariable[];
  readonly validations: readonly PolicyValidation[];
  readonly auditAnnotations: readonly PolicyAnnotation[];
  /** Whether `params` is there. */
  readonly params: boolean;
}

export interface ValidatingPolicySpec {
  readonly name: string;
  readonly match: MatchCriteria;
  readonly paramKind: ParamKind | undefined;
  /** Whether what cannot be decided counts as passed. */
  readonly ignoresFailures: boolean;
  readonly expressions: PolicyExpressions;
  readonly bindings: readonly PolicyBinding[];
}

interface StoredMatch {
  readonly resourceRules?: readonly ResourceRule[];
  readonly excludeResourceRules?: readonly ResourceRule[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
}

interface StoredPolicy extends ApiObject {
  readonly spec?: Partial<Omit<PolicyExpressions, 'params'>> & {
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
export function policiesOf(
  policies: readonly StoredPolicy[],
  bindings: readonly StoredBinding[],
): readonly ValidatingPolicySpec[] {
  const byPolicy = new Map<string, PolicyBinding[]>();
  for (const binding of bindings) {
    const policy = binding.spec?.policyName ?? '';
    const others = byPolicy.get(policy);
    if (others === undefined) byPolicy.set(policy, [bindingOf(binding)]);
    else others.push(bindingOf(binding));
  }
  return policies.flatMap((policy) => {
    const bound = byPolicy.get(policy.metadata.name ?? '');
    return bound === undefined ? [] : [policyOf(policy, bound)];
  });
}

function policyOf({ metadata, spec = {} }: StoredPolicy, bindings: readonly PolicyBinding[]): ValidatingPolicySpec {
  return {
    name: metadata.name ?? '',
    match: criteriaOf(spec.matchConstraints ?? {}),
    paramKind: spec.paramKind,
    ignoresFailures: spec.failurePolicy === 'Ignore',
    expressions: {
      matchConditions: spec.matchConditions ?? [],
      variables: spec.variables ?? [],
      validations: spec.validations ?? [],
      auditAnnotations: spec.auditAnnotations ?? [],
      params: spec.paramKind !== undefined,
    },
    bindings,
  };
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
