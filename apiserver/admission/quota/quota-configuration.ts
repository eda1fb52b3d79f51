// What may not be used without a quota for it: kind ResourceQuotaConfiguration.

import {
  type ConfigurationTypes,
  AdmissionConfigurationError,
  decodeConfiguration,
} from '../configuration/admission-configuration.ts';
import type { ScopeRequirement } from './counter.ts';

export interface LimitedResource {
  readonly apiGroup: string;
  readonly resource: string;
  /** Amounts whose name has one of these in it. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly ScopeRequirement[];
}

interface Written {
  readonly limitedResources?: readonly (Partial<LimitedResource> | null)[] | null;
}

/** Undefined: nothing is limited without a quota. Throws AdmissionConfigurationError. */
export function limitedResources(written: object | undefined, types: ConfigurationTypes): readonly LimitedResource[] {
  const kind = { group: 'apiserver.config.{api}', kind: 'ResourceQuotaConfiguration' };
  const decoded: Written = written === undefined ? {} : decodeConfiguration(written, kind, types);
  return (decoded.limitedResources ?? []).map((one, index) => {
    const { apiGroup = '', resource = '', matchContains = [], matchScopes = [] } = one ?? {};
    if (resource === '') {
      throw new AdmissionConfigurationError(`limitedResources[${index}].resource: Required value`);
    }
    return { apiGroup, resource, matchContains, matchScopes };
  });
}
