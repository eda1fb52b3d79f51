// Which requests a webhook or a policy is for: rules over operations, groups, versions and resources, and conditions that are
// expressions.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { duplicateValue, invalidValue, required, tooMany } from '../../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../../shared/object/names.ts';

export interface AdmissionRule {
  operations?: string[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
}

export interface MatchCondition {
  name?: string;
  expression?: string;
}

const mostConditions = 64;

export function admissionRuleErrors(
  { operations, apiGroups, apiVersions, resources }: AdmissionRule,
  path: string,
): readonly FieldError[] {
  return [
    ...chosenErrors(operations, `${path}.operations`, 'operations', { emptyAllowed: true }),
    ...chosenErrors(apiGroups, `${path}.apiGroups`, 'API groups', { emptyAllowed: true }),
    ...chosenErrors(apiVersions, `${path}.apiVersions`, 'API versions'),
    ...resourceErrors(resources, `${path}.resources`),
  ];
}

/** A list that must name something, and nothing beside `*`. The core group's name is empty; which operations there are the schema knows. */
function chosenErrors(
  values: readonly string[] | undefined,
  path: string,
  what: string,
  { emptyAllowed = false } = {},
): readonly FieldError[] {
  if (values === undefined || values.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  if (values.length > 1 && values.includes('*')) {
    errors.push(invalidValue(path, values, `if '*' is present, must not specify other ${what}`));
  }
  if (emptyAllowed) return errors;
  return [...errors, ...values.flatMap((value, index) => (value === '' ? [required(`${path}[${index}]`)] : []))];
}

/** `*` stands for all resources, after a slash for all sub-resources, before one for the sub-resource of any resource. */
function resourceErrors(resources: readonly string[] | undefined, path: string): readonly FieldError[] {
  if (resources === undefined || resources.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const given = new Set(resources);
  /** What those before it stand for already. */
  const before = new Set<string>();
  for (const [index, entry] of resources.entries()) {
    const place = `${path}[${index}]`;
    if (entry === '') errors.push(required(place));
    const slash = entry.indexOf('/');
    if (slash < 0) continue;
    for (const wider of [`${entry.slice(0, slash)}/*`, `*${entry.slice(slash)}`]) {
      if (before.has(wider))
        errors.push(invalidValue(place, entry, `if '${wider}' is present, must not specify ${entry}`));
    }
    if (entry.endsWith('/*') || entry.startsWith('*/')) before.add(entry);
  }
  if (given.has('*/*') && resources.length > 1) {
    errors.push(invalidValue(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  const whole = resources.filter((entry) => entry !== '' && !entry.includes('/'));
  if (given.has('*') && whole.at(-1) !== '*') {
    errors.push(
      invalidValue(path, resources, "if '*' is present, must not specify other resources without subresources"),
    );
  }
  return errors;
}

/** What is wrong with an expression; undefined: nothing. */
export type FaultOf = (expression: string) => string | undefined;

export function matchConditionErrors(
  conditions: readonly MatchCondition[],
  path: string,
  faultOf: FaultOf,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  if (conditions.length > mostConditions) errors.push(tooMany(path, conditions.length, mostConditions));
  for (const [index, { name = '', expression = '' }] of conditions.entries()) {
    const place = `${path}[${index}]`;
    const fault = expression.trim() === '' ? undefined : faultOf(expression);
    if (expression.trim() === '') errors.push(required(`${place}.expression`));
    else if (fault !== undefined) errors.push(invalidValue(`${place}.expression`, expression, fault));
    if (name === '') errors.push(required(`${place}.name`));
    else
      addAll(
        errors,
        checkQualifiedName(name).map((fault) => invalidValue(`${place}.name`, name, fault)),
      );
    if (name !== '' && seen.has(name)) errors.push(duplicateValue(`${place}.name`, name));
    seen.add(name);
  }
  return errors;
}
