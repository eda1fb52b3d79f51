// Autoscalers. Version v1 is a form of v2, as which they are stored.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { completeBehavior, completeMetrics, type ScalingSpec } from './autoscaler/autoscaler-defaults.ts';
import { autoscalerPrinter } from './autoscaler/autoscaler-table.ts';
import { autoscalerConverter } from './autoscaler/autoscaler-v1.ts';
import { type CheckedScaling, scalingErrors } from './autoscaler/autoscaler-validation.ts';

interface Autoscaler extends ApiObject {
  spec?: ScalingSpec & CheckedScaling;
}

/** For both served versions: the fields looked at are the same in them. */
const autoscalerStrategy: Strategy = {
  applyDefaults(object) {
    const { apiVersion, spec } = object as Autoscaler;
    if (spec === undefined) return;
    spec.minReplicas ??= 1;
    if (apiVersion === 'autoscaling/v1') return; // The converter completes it: only there is known what its annotations hold.
    completeMetrics(spec);
    completeBehavior(spec);
  },
  validateCreate: (object) => scalingErrors((object as Autoscaler).spec),
  validateUpdate: (object, old) => scalingErrors((object as Autoscaler).spec, (old as Autoscaler).spec),
};

export default {
  group: 'autoscaling',
  kind: 'HorizontalPodAutoscaler',
  name: 'horizontalpodautoscalers',
  namespaced: true,
  versions: [{ version: 'v2' }, { version: 'v1', converter: autoscalerConverter }],
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: ['status'],
  strategy: autoscalerStrategy,
  printer: autoscalerPrinter,
} satisfies KindRecord;
