// Network policies: the policy types follow from whether there are egress rules.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Strategy } from '../resource.ts';

interface NetworkPolicy extends ApiObject {
  spec?: { egress?: unknown[]; policyTypes?: string[] };
}

export const networkPolicyStrategy: Strategy = {
  applyDefaults(object) {
    const { spec } = object as NetworkPolicy;
    if (spec === undefined || (spec.policyTypes?.length ?? 0) > 0) return;
    spec.policyTypes = spec.egress !== undefined && spec.egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
};
