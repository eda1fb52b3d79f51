// Which requests a webhook is asked about: expressions over the SubjectAccessReview in version v1, as `request`
// (WHAUTHZ-016 to WHAUTHZ-023). If one is false the webhook is skipped, also if others fail.

import { Environment } from '../../../shared/expression/environment.ts';
import type { Program } from '../../../shared/expression/evaluate/compile.ts';
import { libraryTypes } from '../../../shared/expression/library/named-types.ts';
import { jsonValue } from '../../../shared/expression/schema/json-value.ts';
import { listType, mapType, resultName, structType, type Type, types } from '../../../shared/expression/type/type.ts';
import { Failure, typeOf } from '../../../shared/expression/value/value.ts';
import { optionsOfVersion, servedVersion } from '../../../shared/expression/versions.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ReviewSpec } from './review-spec.ts';

export interface MatchCondition {
  readonly expression: string;
  readonly program: Program;
}

/** True: ask. False: do not. A text: why that cannot be found out. */
export type MatchOutcome = boolean | string;

/** What one evaluation may cost. */
const costLimit = 1_000_000;

export interface MatchCompiler {
  /** Throws an Error that says what is wrong with the expression. */
  compile(expression: string): MatchCondition;
}

export function matchCompiler(vendor: Vendor): MatchCompiler {
  const environment = new Environment({
    ...optionsOfVersion(servedVersion, libraryTypes(vendor.fill('{maker}'))),
    variables: new Map([['request', requestType(vendor)]]),
    listLiteralCost: vendor.behaviour.listLiteralCost,
  });
  return {
    compile(expression) {
      const { checked, type } = explained(() => environment.check(expression), 'compilation failed');
      if (type.kind !== 'bool') throw new Error(`must evaluate to bool but got ${resultName(type)}`);
      return {
        expression,
        program: explained(() => environment.program(expression, checked), 'program instantiation failed'),
      };
    },
  };
}

function explained<T>(attempt: () => T, problem: string): T {
  try {
    return attempt();
  } catch (error) {
    throw new Error(`${problem}: ${messageOf(error)}`, { cause: error });
  }
}

export function evaluateConditions(conditions: readonly MatchCondition[], spec: ReviewSpec): MatchOutcome {
  if (conditions.length === 0) return true;
  const inputs = new Map([['request', jsonValue(requestOf(spec))]]);
  const errors: string[] = [];
  for (const { expression, program } of conditions) {
    const outcome = judge(program, inputs);
    if (outcome === false) return false;
    if (outcome !== true) errors.push(`cel evaluation error: expression '${expression}' ${outcome}`);
  }
  if (errors.length === 0) return true;
  return errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
}

function judge(program: Program, inputs: Parameters<Program['evaluate']>[0]): MatchOutcome {
  try {
    const { value } = program.evaluate(inputs, { limit: costLimit });
    if (typeof value === 'boolean') return value;
    if (value instanceof Failure) return `resulted in error: ${value.message}`;
    return `eval result type should be bool but got ${String(typeOf(value))}`;
  } catch (error) {
    return `resulted in error: ${messageOf(error)}`;
  }
}

/** Texts and lists are always there; selectors only where the request has some. */
function requestOf({ user = '', groups = [], uid = '', extra = {}, ...asked }: ReviewSpec): object {
  const { resourceAttributes, nonResourceAttributes } = asked;
  return {
    user,
    groups,
    uid,
    extra,
    ...(resourceAttributes === undefined ? {} : { resourceAttributes: { ...blankResource, ...resourceAttributes } }),
    ...(nonResourceAttributes === undefined
      ? {}
      : { nonResourceAttributes: { path: '', verb: '', ...nonResourceAttributes } }),
  };
}

const blankResource = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' };

function requestType(vendor: Vendor): Type {
  const text = types.string;
  const texts = listType(text);
  const struct = (name: string, fields: Readonly<Record<string, Type>>): Type => {
    const known = new Map(Object.entries(fields));
    return structType(vendor.fill(`{maker}.${name}`), (field) => known.get(field));
  };
  const requirement = struct('SelectorRequirement', { key: text, operator: text, values: texts });
  const selector = (name: string): Type => struct(name, { rawSelector: text, requirements: listType(requirement) });
  return struct('SubjectAccessReviewSpec', {
    resourceAttributes: struct('ResourceAttributes', {
      ...Object.fromEntries(Object.keys(blankResource).map((field) => [field, text])),
      fieldSelector: selector('FieldSelectorAttributes'),
      labelSelector: selector('LabelSelectorAttributes'),
    }),
    nonResourceAttributes: struct('NonResourceAttributes', { path: text, verb: text }),
    user: text,
    groups: texts,
    extra: mapType(text, texts),
    uid: text,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
