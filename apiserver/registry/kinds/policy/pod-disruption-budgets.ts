// Disruption budgets: how many pods may be missing, or must be there, but not both.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import { age, integer, name, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type Condition, conditionErrors } from '../rule/condition-validation.ts';
import { labelSelectorErrors, selectorTolerance } from '../rule/label-selector-validation.ts';
import { overWholeErrors, shareErrors } from '../rule/shares.ts';
import { checkedStatus } from '../rule/status-counts.ts';

interface DisruptionBudget extends ApiObject {
  spec?: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: LabelSelectorObject;
    unhealthyPodEvictionPolicy?: string;
  };
  status?: { conditions?: Condition[] };
}

const statusCounts = checkedStatus({
  counts: ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'],
});

const disruptionBudgetStrategy: Strategy = {
  nameRule: 'path-segment',
  unconditionalUpdate: false,
  anyFinalizer: true,
  tolerances: [selectorTolerance('spec.selector')],
  validateCreate: (object) => budgetErrors(object),
  validateUpdate: (object) => budgetErrors(object),
  validateStatusUpdate: (object, old, warn) => [
    ...conditionErrors((object as DisruptionBudget).status?.conditions ?? [], 'status.conditions'),
    ...statusCounts(object, old, warn),
  ],
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

export default {
  group: 'policy',
  kind: 'PodDisruptionBudget',
  name: 'poddisruptionbudgets',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['pdb'],
  subresources: ['status'],
  strategy: disruptionBudgetStrategy,
  printer: printer(
    name,
    text('Min Available', 'spec.minAvailable', 'N/A'),
    text('Max Unavailable', 'spec.maxUnavailable', 'N/A'),
    integer('Allowed Disruptions', 'status.disruptionsAllowed'),
    age,
  ),
  generation: contentGeneration,
} satisfies KindRecord;
