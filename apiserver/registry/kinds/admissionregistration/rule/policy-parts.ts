// What validating and mutating policies have in common: parameters, the writes that they are for, conditions and variables.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Tolerance } from '../../../contract/tolerance.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1035Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { type MatchCondition, matchConditionErrors } from './admission-rules.ts';
import { type MatchResources, matchResourcesErrors } from './match-resources.ts';
import type { PolicyChecks } from './policy-checks.ts';

interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

interface Variable {
  readonly name?: string;
  readonly expression?: string;
}

export interface PolicyParts {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly Variable[];
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
/** What no variable can be called, because expressions use it otherwise. */
const reserved: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return var void ' +
    'while'
  ).split(' '),
);

/** Conditions that were taken once are not held against an update that leaves them alone. */
export const policyTolerances: readonly Tolerance[] = [
  {
    field: /^spec\.matchConditions\b/,
    when: ({ stored, now }) => isDeepStrictEqual(conditionsOf(now), conditionsOf(stored)),
  },
];

function conditionsOf({ spec }: ApiObject & { readonly spec?: PolicyParts }): unknown {
  return [spec?.paramKind, spec?.matchConditions ?? []];
}

export function policyPartsErrors(spec: PolicyParts, expressions: PolicyChecks): readonly FieldError[] {
  const { paramKind, matchConstraints, matchConditions = [], variables = [] } = spec;
  const errors: FieldError[] = [];
  if (paramKind !== undefined) addAll(errors, paramKindErrors(paramKind, 'spec.paramKind'));
  if (matchConstraints === undefined) errors.push(required('spec.matchConstraints'));
  else {
    addAll(errors, matchResourcesErrors(matchConstraints, 'spec.matchConstraints'));
    // Rules name the types of the objects.
    if ((matchConstraints.resourceRules?.length ?? 0) === 0)
      errors.push(required('spec.matchConstraints.resourceRules'));
  }
  addAll(errors, matchConditionErrors(matchConditions, 'spec.matchConditions', expressions.condition));
  for (const [index, variable] of variables.entries())
    addAll(errors, variableErrors(variable, `spec.variables[${index}]`, expressions));
  return errors;
}

/** The expressions that are stored: these parts' and `further`. */
export function storedSet(
  { matchConditions = [], variables = [] }: PolicyParts,
  further: readonly (string | undefined)[],
): ReadonlySet<string> {
  const all = [...[...matchConditions, ...variables].map(({ expression }) => expression), ...further];
  return new Set(all.filter((one) => one !== undefined));
}

function paramKindErrors({ apiVersion = '', kind = '' }: ParamKind, path: string): readonly FieldError[] {
  const errors: FieldError[] = [...paramVersionErrors(apiVersion, `${path}.apiVersion`)];
  const faults = checkDns1035Label(kind.toLowerCase());
  if (kind === '') errors.push(required(`${path}.kind`));
  else if (faults.length > 0) {
    const detail = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
    errors.push(invalidValue(`${path}.kind`, kind, detail));
  }
  return errors;
}

function paramVersionErrors(apiVersion: string, path: string): readonly FieldError[] {
  if (apiVersion === '') return [required(path)];
  const parts = apiVersion === '/' ? [''] : apiVersion.split('/');
  if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = '', group = ''] = parts.reverse();
  const ofGroup = group === '' ? [] : checkDns1123Subdomain(group);
  const errors = ofGroup.length > 0 ? [invalidValue(path, group, ofGroup.join(','))] : [];
  if (version === '') return [...errors, invalidValue(path, apiVersion, 'version must be specified')];
  const ofVersion = checkDns1035Label(version);
  return ofVersion.length > 0 ? [...errors, invalidValue(path, version, ofVersion.join(','))] : errors;
}

function variableErrors(
  { name = '', expression = '' }: Variable,
  path: string,
  expressions: PolicyChecks,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isBlank(name)) errors.push(required(`${path}.name`, 'name is not specified'));
  else if (!identifier.test(name) || reserved.has(name))
    errors.push(invalidValue(`${path}.name`, name, 'must be a valid CEL identifier'));
  if (isBlank(expression)) errors.push(required(`${path}.expression`, 'expression is not specified'));
  else addAll(errors, faulty(`${path}.expression`, expression, expressions.variable(name, expression)));
  return errors;
}

export function faulty(path: string, expression: string, fault: string | undefined): readonly FieldError[] {
  return fault === undefined ? [] : [invalidValue(path, expression, fault)];
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
