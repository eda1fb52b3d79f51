// Ranges of service addresses: there is at least one, and it stays.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Strategy } from '../resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, required } from '../../../shared/object/field-error-message.ts';

interface ServiceRange extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
}

export const serviceCidrStrategy: Strategy = {
  statusKeepsMetadata: true,
  validateCreate: ({ spec }: ServiceRange) =>
    (spec?.cidrs?.length ?? 0) === 0 ? [required('spec.cidrs', 'at least one CIDR required')] : [],
  validateUpdate({ spec }: ServiceRange, old: ServiceRange) {
    return isDeepStrictEqual(spec?.cidrs, old.spec?.cidrs) ? [] : [immutable('spec.cidrs', spec?.cidrs)];
  },
};
