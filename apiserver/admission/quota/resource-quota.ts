// ResourceQuota: what is made in a namespace stays within its quotas. What is used of them is stored in the same commit as the
// object, so that writes at the same time cannot both take the last of it.

import type { Lister } from '../../../shared/object/lister.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import type { UsageCounters } from './counters.ts';
import { changedQuotas, type CountedWrite } from './quota-check.ts';
import type { LimitedResource } from './quota-configuration.ts';
import type { ResourceQuota } from './quota-form.ts';

export interface ResourceQuotaParts {
  readonly quotas: Lister;
  readonly counters: UsageCounters;
  readonly limited: readonly LimitedResource[];
  /** Resolves once the lister shows everything acknowledged before the call, by any server. Absent: it does at once. */
  readonly consistent?: (signal: AbortSignal) => Promise<void>;
}

export function resourceQuota({ quotas, counters, limited, consistent }: ResourceQuotaParts): AdmissionPlugin {
  return {
    name: 'ResourceQuota',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') &&
      counters.of(group, resource)?.handles(operation, subresource) === true,
    validate(attributes) {
      const { group, resource, namespace, object, oldObject: old } = attributes;
      const counter = counters.of(group, resource);
      if (namespace === '' || object === undefined || counter === undefined) return undefined;
      const current = (): readonly ResourceQuota[] => quotas.list(namespace);
      if (limited.length === 0 && current().length === 0) return undefined;
      if (counter.concerns?.(object, old) === false) return undefined;
      const write: CountedWrite = { attributes, object, old, counter, limited };
      const changed = changedQuotas(current(), write);
      if (!attributes.dryRun && changed.length > 0)
        charge(attributes, (paid) => changedQuotas(current(), write, paid), consistent);
      return undefined;
    },
  };
}

function charge(
  attributes: AdmissionAttributes,
  quotas: NonNullable<AdmissionAttributes['charge']>['quotas'],
  consistent: ResourceQuotaParts['consistent'],
): void {
  attributes.charge = { quotas, refresh: async (signal) => consistent?.(signal) };
}
