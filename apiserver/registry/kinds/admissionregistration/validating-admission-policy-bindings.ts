// Bindings of admission policies: the policy, its parameters, the objects that it applies to, and the actions for an object that
// violates it.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { duplicateValue, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { age, name, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type BindingParts, bindingPartsErrors } from './rule/binding-parts.ts';
import { paramRef } from './rule/policy-cells.ts';

interface Binding extends ApiObject {
  readonly spec?: BindingParts & { readonly validationActions?: readonly string[] };
}

const knownActions = ['Audit', 'Deny', 'Warn'];

const admissionPolicyBindingStrategy: Strategy = {
  unconditionalUpdate: false,
  anyFinalizer: true,
  validateCreate: (object) => bindingErrors(object),
  validateUpdate: (object) => bindingErrors(object),
};

function bindingErrors({ spec = {} }: Binding): readonly FieldError[] {
  const { validationActions: actions = [] } = spec;
  const errors: FieldError[] = [...bindingPartsErrors(spec)];
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

export default {
  group: 'admissionregistration.{api}',
  kind: 'ValidatingAdmissionPolicyBinding',
  name: 'validatingadmissionpolicybindings',
  namespaced: false,
  versions: [{ version: 'v1' }],
  categories: ['api-extensions'],
  strategy: admissionPolicyBindingStrategy,
  printer: printer(name, text('PolicyName', 'spec.policyName'), paramRef, age),
  generation: contentGeneration,
} satisfies KindRecord;
