// Which objects a policy or a binding is for: rules, but without some, in namespaces and with labels that selectors take.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import { duplicateValue, invalidValue, notSupported } from '../../../../../shared/object/field-error-message.ts';
import { checkPathSegment } from '../../../../../shared/object/names.ts';
import { labelSelectorErrors } from '../../rule/label-selector-validation.ts';
import { type AdmissionRule, admissionRuleErrors } from './admission-rules.ts';

interface NamedRule extends AdmissionRule {
  readonly resourceNames?: readonly string[];
}

export interface MatchResources {
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly resourceRules?: NamedRule[];
  readonly excludeResourceRules?: NamedRule[];
}

export function matchResourcesErrors(match: MatchResources, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['namespaceSelector', 'objectSelector'] as const)
    addAll(errors, labelSelectorErrors(match[field], `${path}.${field}`));
  for (const field of ['resourceRules', 'excludeResourceRules'] as const) {
    for (const [index, rule] of (match[field] ?? []).entries())
      addAll(errors, namedRuleErrors(rule, `${path}.${field}[${index}]`));
  }
  return errors;
}

function namedRuleErrors(rule: NamedRule, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, name] of (rule.resourceNames ?? []).entries()) {
    const place = `${path}.resourceNames[${index}]`;
    for (const fault of checkPathSegment(name)) errors.push(invalidValue(place, name, fault));
    if (seen.has(name)) errors.push(duplicateValue(place, name));
    seen.add(name);
  }
  return [...errors, ...admissionRuleErrors(rule, path)];
}

const mutableOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What is deleted cannot be changed. */
export function mutableOperationErrors(match: MatchResources | undefined, path: string): readonly FieldError[] {
  return (match?.resourceRules ?? []).flatMap(({ operations = [] }) =>
    operations
      .filter((operation) => !mutableOperations.includes(operation))
      .map((operation) => notSupported(`${path}.resourceRules.operations`, operation, mutableOperations)),
  );
}
