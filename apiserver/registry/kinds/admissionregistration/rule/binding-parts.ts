// What bindings of validating and mutating policies have in common: which policy, with which parameters, for which of its objects.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import { checkDns1123Subdomain, checkPathSegment } from '../../../../../shared/object/names.ts';
import { labelSelectorErrors } from '../../rule/label-selector-validation.ts';
import { type MatchResources, matchResourcesErrors } from './match-resources.ts';

interface ParamRef {
  readonly name?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

export interface BindingParts {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
}

const absenceActions = ['Deny', 'Allow'];

export function bindingPartsErrors({ policyName = '', paramRef, matchResources }: BindingParts): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (policyName === '') errors.push(required('spec.policyName'));
  else
    for (const fault of checkDns1123Subdomain(policyName))
      errors.push(invalidValue('spec.policyName', policyName, fault));
  if (paramRef !== undefined) addAll(errors, paramRefErrors(paramRef, 'spec.paramRef'));
  if (matchResources !== undefined) addAll(errors, matchResourcesErrors(matchResources, 'spec.matchResources'));
  return errors;
}

function paramRefErrors({ name = '', selector, parameterNotFoundAction: absent = '' }: ParamRef, path: string) {
  const errors: FieldError[] = checkPathSegment(name).map((fault) => invalidValue(`${path}.name`, name, fault));
  const exclusive = 'name and selector are mutually exclusive';
  const both = name !== '' && selector !== undefined;
  if (both) errors.push(forbiddenField(`${path}.name`, exclusive));
  addAll(errors, labelSelectorErrors(selector, `${path}.selector`));
  if (both) errors.push(forbiddenField(`${path}.selector`, exclusive));
  if (name === '' && selector === undefined) errors.push(required(path, 'one of name or selector must be specified'));
  const place = `${path}.parameterNotFoundAction`;
  if (absent === '') errors.push(required(place));
  else if (!absenceActions.includes(absent)) errors.push(notSupported(place, absent, absenceActions));
  return errors;
}
