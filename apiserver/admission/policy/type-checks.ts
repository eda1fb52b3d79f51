// The expressions of a policy, checked against the types of the kinds that its rules name: what `status.typeChecking` says. It warns
// and decides nothing, because a policy may see other kinds too.

import type { Environment } from '../../../shared/expression/environment.ts';
import { ExpressionError } from '../../../shared/expression/syntax/issue.ts';
import { type Type, types } from '../../../shared/expression/type/type.ts';
import { servedVersion } from '../../../shared/expression/versions.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { GroupVersionKind } from '../contract/admission.ts';
import { type AdmissionEnvironments, admissionEnvironments } from '../expression/admission-environment.ts';
import type { PolicyVariable } from './policy.ts';

export interface TypedKind extends GroupVersionKind {
  readonly type: Type;
}

export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

export interface CheckedPolicy {
  readonly variables?: readonly PolicyVariable[];
  readonly validations?: readonly { readonly expression?: string; readonly messageExpression?: string }[];
}

/**
 * One warning for each expression that does not fit each of `kinds`, in the order of the policy. `params`: the type of parameters;
 * undefined: it is not known, and `params` neither.
 */
export function typeWarnings(
  { variables = [], validations = [] }: CheckedPolicy,
  kinds: readonly TypedKind[],
  params: Type | undefined,
  vendor: Vendor,
): readonly ExpressionWarning[] {
  const environments = admissionEnvironments(vendor);
  const checks = kinds.map((kind) => ({ kind, environment: typedEnvironment(environments, kind, params, variables) }));
  const warningOf = (fieldRef: string, source: string): readonly ExpressionWarning[] => {
    const faults = checks.flatMap(({ kind, environment }) => {
      const fault = faultOf(environment, source);
      return fault === undefined ? [] : [`${shownKind(kind)}: ${fault}\n`];
    });
    return faults.length === 0 ? [] : [{ fieldRef, warning: faults.join('\n') }];
  };
  return validations.flatMap(({ expression = '', messageExpression = '' }, index) => {
    const place = `spec.validations[${index}]`;
    return [
      ...warningOf(`${place}.expression`, expression),
      ...(messageExpression === '' ? [] : warningOf(`${place}.messageExpression`, messageExpression)),
    ];
  });
}

/** Each variable has the type that its expression has for this kind, and any type where it has a fault. */
function typedEnvironment(
  environments: AdmissionEnvironments,
  { type: object }: TypedKind,
  params: Type | undefined,
  variables: readonly PolicyVariable[],
): Environment {
  const known = new Map<string, Type>();
  const current = (): Environment =>
    environments.environment(servedVersion, {
      object,
      params: params !== undefined,
      ...(params === undefined ? {} : { paramsType: params }),
      variables: new Map(known),
      requestResource: false,
    });
  for (const { name, expression } of variables) known.set(name, typeOf(current(), expression));
  return current();
}

function typeOf(environment: Environment, source: string): Type {
  try {
    return environment.check(source).type;
  } catch (error) {
    if (error instanceof ExpressionError) return types.dyn;
    throw error;
  }
}

function faultOf(environment: Environment, source: string): string | undefined {
  try {
    environment.check(source);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

/** The core group shows as nothing before the slash. */
function shownKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
