// Bindings of admission policies: which policy, with which parameters, for which of its objects, and what follows when one does
// not keep to it.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkPathSegment } from '../../../../shared/object/names.ts';
import { age, name, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { labelSelectorErrors } from '../rule/label-selector-validation.ts';
import { type MatchResources, matchResourcesErrors } from './rule/match-resources.ts';

interface ParamRef {
  readonly name?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

interface Binding extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
    readonly validationActions?: readonly string[];
  };
}

const knownActions = ['Audit', 'Deny', 'Warn'];
const absenceActions = ['Deny', 'Allow'];

const admissionPolicyBindingStrategy: Strategy = {
  unconditionalUpdate: false,
  anyFinalizer: true,
  validateCreate: (object) => bindingErrors(object),
  validateUpdate: (object) => bindingErrors(object),
};

function bindingErrors({ spec = {} }: Binding): readonly FieldError[] {
  const { policyName = '', paramRef, matchResources, validationActions: actions = [] } = spec;
  const errors: FieldError[] = [];
  if (policyName === '') errors.push(required('spec.policyName'));
  else
    for (const fault of checkDns1123Subdomain(policyName))
      errors.push(invalidValue('spec.policyName', policyName, fault));
  if (paramRef !== undefined) addAll(errors, paramRefErrors(paramRef, 'spec.paramRef'));
  if (matchResources !== undefined) addAll(errors, matchResourcesErrors(matchResources, 'spec.matchResources'));
  const path = 'spec.validationActions';
  for (const [index, action] of actions.entries()) {
    if (!knownActions.includes(action)) errors.push(notSupported(`${path}[${index}]`, action, knownActions));
    if (actions.indexOf(action) < index) errors.push(duplicateValue(`${path}[${index}]`, action));
  }
  if (actions.includes('Deny') && actions.includes('Warn')) {
    const why = '(repeating the same validation failure information in the API response and headers serves no purpose)';
    errors.push(invalidValue(path, actions, `must not contain both Deny and Warn ${why}`));
  }
  if (actions.length === 0) errors.push(required(path, 'at least one validation action is required'));
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

export default {
  group: 'admissionregistration.{api}',
  kind: 'ValidatingAdmissionPolicyBinding',
  name: 'validatingadmissionpolicybindings',
  namespaced: false,
  versions: [{ version: 'v1' }],
  categories: ['api-extensions'],
  strategy: admissionPolicyBindingStrategy,
  printer: printer(name, text('PolicyName', 'spec.policyName'), text('ParamRef', 'spec.paramRef.name', '<unset>'), age),
  generation: contentGeneration,
} satisfies KindRecord;
