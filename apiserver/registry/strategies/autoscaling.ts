// Autoscalers and disruption budgets: bounds that fit together.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';
import type { Strategy } from '../resource.ts';
import { completeBehavior, completeMetrics, type ScalingSpec } from './autoscaler-defaults.ts';
import { invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { labelSelectorErrors } from './label-selector-validation.ts';

interface Autoscaler extends ApiObject {
  spec?: ScalingSpec & {
    minReplicas?: number;
    maxReplicas?: number;
    scaleTargetRef?: { kind?: string; name?: string };
  };
}

interface DisruptionBudget extends ApiObject {
  spec?: { minAvailable?: number | string; maxUnavailable?: number | string; selector?: LabelSelectorObject };
}

/** For both served versions: the fields looked at are the same in them. */
export const autoscalerStrategy: Strategy = {
  applyDefaults(object) {
    const { apiVersion, spec } = object as Autoscaler;
    if (spec === undefined) return;
    spec.minReplicas ??= 1;
    if (apiVersion === 'autoscaling/v1') return; // The view completes it: only there is known what its annotations hold.
    completeMetrics(spec);
    completeBehavior(spec);
  },
  validateCreate: (object) => autoscalerErrors(object),
  validateUpdate: (object) => autoscalerErrors(object),
};

export const disruptionBudgetStrategy: Strategy = {
  validateCreate: (object) => budgetErrors(object),
  validateUpdate: (object) => budgetErrors(object),
};

function autoscalerErrors({ spec }: Autoscaler): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minReplicas = 1, maxReplicas = 0 } = spec ?? {};
  if (minReplicas < 1) errors.push(invalidValue('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
  if (maxReplicas < 1) errors.push(invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than 0'));
  else if (maxReplicas < minReplicas) {
    errors.push(invalidValue('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  if ((spec?.scaleTargetRef?.kind ?? '') === '') errors.push(required('spec.scaleTargetRef.kind'));
  if ((spec?.scaleTargetRef?.name ?? '') === '') errors.push(required('spec.scaleTargetRef.name'));
  return errors;
}

function budgetErrors({ spec }: DisruptionBudget): readonly FieldError[] {
  const errors: FieldError[] = [...labelSelectorErrors(spec?.selector, 'spec.selector')];
  if (spec?.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    errors.push(invalidValue('spec', spec, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const field of ['minAvailable', 'maxUnavailable'] as const) {
    const value = spec?.[field];
    if (typeof value === 'number' && value < 0) {
      errors.push(invalidValue(`spec.${field}`, value, 'must be greater than or equal to 0'));
    }
    if (typeof value === 'string' && !/^(100|[1-9]?\d)%$/.test(value)) {
      errors.push(
        invalidValue(
          `spec.${field}`,
          value,
          "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%', or '93%')",
        ),
      );
    }
  }
  return errors;
}
