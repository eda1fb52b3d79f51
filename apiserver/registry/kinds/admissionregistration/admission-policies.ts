// Policies of admission and their bindings: what they cannot do without.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { required } from '../../../../shared/object/field-error-message.ts';

interface Policy extends ApiObject {
  readonly spec?: {
    readonly matchConstraints?: unknown;
    readonly validations?: readonly unknown[];
    readonly auditAnnotations?: readonly unknown[];
  };
}

interface Binding extends ApiObject {
  readonly spec?: { readonly policyName?: string; readonly validationActions?: readonly string[] };
}

export const admissionPolicyStrategy: Strategy = {
  unconditionalUpdate: false,
  statusKeeps: ownMetadata,
  validateCreate: (object) => policyErrors(object),
  validateUpdate: (object) => policyErrors(object),
};

export const admissionPolicyBindingStrategy: Strategy = {
  unconditionalUpdate: false,
  validateCreate: (object) => bindingErrors(object),
  validateUpdate: (object) => bindingErrors(object),
};

function policyErrors({ spec }: Policy): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec?.matchConstraints === undefined) errors.push(required('spec.matchConstraints'));
  if ((spec?.validations?.length ?? 0) === 0 && (spec?.auditAnnotations?.length ?? 0) === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    errors.push(required('spec.validations', detail), required('spec.auditAnnotations', detail));
  }
  return errors;
}

function bindingErrors({ spec }: Binding): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.policyName ?? '') === '') errors.push(required('spec.policyName'));
  if ((spec?.validationActions?.length ?? 0) === 0)
    errors.push(required('spec.validationActions', 'at least one validation action is required'));
  return errors;
}
