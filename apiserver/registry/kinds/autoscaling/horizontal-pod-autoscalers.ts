// Autoscalers. Version v1 is a form of v2, as which they are stored.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../contract/resource.ts';
import { completeBehavior, completeMetrics, type ScalingSpec } from './autoscaler/autoscaler-defaults.ts';
import { autoscalerPrinter } from './autoscaler/autoscaler-table.ts';
import { autoscalerConverter } from './autoscaler/autoscaler-v1.ts';
import { resourceNames } from '../rule/resource-names.ts';
import { checkedStatus } from '../rule/status-counts.ts';
import { type CheckedScaling, scalingErrors } from './autoscaler/autoscaler-validation.ts';

interface Autoscaler extends ApiObject {
  spec?: ScalingSpec & CheckedScaling;
}

/** For both served versions: the fields looked at are the same in them. */
const autoscalerStrategy = (vendor: Vendor, names = resourceNames(vendor)): Strategy => ({
  applyDefaults(object) {
    const { apiVersion, spec } = object as Autoscaler;
    if (spec === undefined) return;
    if (apiVersion === 'autoscaling/v1') {
      // Only the stored form shows what is missing, and only on the way back annotations hold what they should.
      const converter = autoscalerConverter(vendor);
      Object.assign(object, converter.fromStored(converter.toStored(object)));
      return;
    }
    completeMetrics(spec);
    completeBehavior(spec);
  },
  validateCreate: (object) => scalingErrors((object as Autoscaler).spec, names),
  validateUpdate: (object, old) => scalingErrors((object as Autoscaler).spec, names, (old as Autoscaler).spec),
  validateStatusUpdate: checkedStatus({ counts: ['currentReplicas', 'desiredReplicas'] }),
});

export default {
  group: 'autoscaling',
  kind: 'HorizontalPodAutoscaler',
  name: 'horizontalpodautoscalers',
  namespaced: true,
  versions: [{ version: 'v2' }, { version: 'v1', converter: autoscalerConverter }],
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: ['status'],
  strategy: (vendor) => autoscalerStrategy(vendor),
  printer: autoscalerPrinter,
} satisfies KindRecord;
