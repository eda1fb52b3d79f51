// Bindings of policies that change objects: which policy, with which parameters, for which of its objects.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { age, name, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type BindingParts, bindingPartsErrors } from './rule/binding-parts.ts';
import { paramRef } from './rule/policy-cells.ts';
import { mutableOperationErrors } from './rule/match-resources.ts';

interface Binding extends ApiObject {
  readonly spec?: BindingParts;
}

const mutatingPolicyBindingStrategy: Strategy = {
  unconditionalUpdate: false,
  validateCreate: (object) => bindingErrors(object),
  validateUpdate: (object) => bindingErrors(object),
};

function bindingErrors({ spec = {} }: Binding): readonly FieldError[] {
  return [...bindingPartsErrors(spec), ...mutableOperationErrors(spec.matchResources, 'spec.matchResources')];
}

export default {
  group: 'admissionregistration.{api}',
  kind: 'MutatingAdmissionPolicyBinding',
  name: 'mutatingadmissionpolicybindings',
  namespaced: false,
  versions: [{ version: 'v1beta1' }, { version: 'v1alpha1' }],
  categories: ['api-extensions'],
  strategy: mutatingPolicyBindingStrategy,
  printer: printer(name, text('PolicyName', 'spec.policyName'), paramRef, age),
  generation: contentGeneration,
} satisfies KindRecord;
