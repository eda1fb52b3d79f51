// Autoscalers and disruption budgets: bounds that fit together.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Strategy } from '../../contract/resource.ts';
import { type CheckedScaling, scalingErrors } from './autoscaler-validation.ts';
import { completeBehavior, completeMetrics, type ScalingSpec } from './autoscaler-defaults.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import { labelSelectorErrors } from '../rule/label-selector-validation.ts';
import { overWholeErrors, shareErrors } from '../rule/shares.ts';

interface Autoscaler extends ApiObject {
  spec?: ScalingSpec & CheckedScaling;
}

interface DisruptionBudget extends ApiObject {
  spec?: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: LabelSelectorObject;
    unhealthyPodEvictionPolicy?: string;
  };
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
  validateCreate: (object) => scalingErrors((object as Autoscaler).spec),
  validateUpdate: (object, old) => scalingErrors((object as Autoscaler).spec, (old as Autoscaler).spec),
};

export const disruptionBudgetStrategy: Strategy = {
  nameRule: 'path-segment',
  unconditionalUpdate: false,
  validateCreate: (object) => budgetErrors(object),
  validateUpdate: (object) => budgetErrors(object),
};

function budgetErrors({ spec }: DisruptionBudget): readonly FieldError[] {
  const errors: FieldError[] = [...labelSelectorErrors(spec?.selector, 'spec.selector')];
  if (spec?.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    const { minAvailable, selector = null, maxUnavailable } = spec;
    const shown = {
      MinAvailable: minAvailable,
      Selector: selector,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
    };
    errors.push(invalidValue('spec', shown, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const field of ['minAvailable', 'maxUnavailable'] as const) {
    const value = spec?.[field];
    errors.push(...shareErrors(value, `spec.${field}`), ...overWholeErrors(value, `spec.${field}`));
  }
  return errors;
}
