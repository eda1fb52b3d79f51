// TaintNodesByCondition: a new node takes no pods until its conditions are known to be good.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';

interface NodeSpec {
  taints?: { key: string; effect: string; value?: string }[];
}

export function taintNodesByCondition(vendor: Vendor): AdmissionPlugin {
  const key = vendor.fill('node.{label}/not-ready');
  const effect = 'NoSchedule';
  return {
    name: 'TaintNodesByCondition',
    handles: (operation, group, resource, subresource) =>
      operation === 'CREATE' && group === '' && resource === 'nodes' && subresource === '',
    async mutate({ object }) {
      if (object === undefined) return;
      const spec = (object['spec'] ?? {}) as NodeSpec;
      const taints = spec.taints ?? [];
      if (taints.some((taint) => taint.key === key && taint.effect === effect)) return;
      object['spec'] = { ...spec, taints: [...taints, { key, effect }] };
    },
  };
}
