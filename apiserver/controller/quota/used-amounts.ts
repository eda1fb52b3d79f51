// The usage of a quota, counted from all objects of its namespace. Pure, except for the lists.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import {
  addAmounts,
  type Amounts,
  count,
  equalAmounts,
  onlyNamed,
  readAmounts,
  writeAmounts,
} from '../../admission/quota/amounts.ts';
import type { UsageCounter } from '../../admission/quota/counter.ts';
import { isInScopes, type ResourceQuota } from '../../admission/quota/quota-form.ts';

/** A resource that quotas may count. */
export interface CountedResource {
  readonly counter: UsageCounter;
  /** All objects of the namespace, no older than the call. */
  list(namespace: string): Promise<readonly ApiObject[]>;
}

/** Whether the quota limits something of this resource. */
export function isLimitedBy({ spec = {} }: ResourceQuota, counter: UsageCounter): boolean {
  return Object.keys(spec.hard ?? {}).some((name) => counter.counts(name));
}

/** The quota with the status that it should have; undefined: it has it. */
export async function countedAnew(
  quota: ResourceQuota,
  resources: readonly CountedResource[],
): Promise<ResourceQuota | undefined> {
  const hard = readAmounts(quota.spec?.hard);
  let counted: Amounts = new Map();
  for (const resource of resources) {
    const { counter } = resource;
    const names = [...hard.keys()].filter((name) => counter.counts(name));
    if (names.length === 0) continue;
    let used: Amounts = new Map(names.map((name) => [name, count(0)]));
    for (const object of await resource.list(quota.metadata.namespace ?? '')) {
      if (!isInScopes(counter, object, quota)) continue;
      used = addAmounts(
        used,
        onlyNamed(counter.usage(object), (name) => used.has(name)),
      );
    }
    counted = addAmounts(counted, used);
  }
  const before = readAmounts(quota.status?.used);
  // What nothing here counts stays as it is: another controller may count it.
  const used = onlyNamed(new Map([...before, ...counted]), (name) => hard.has(name));
  const known = quota.status?.used !== undefined && quota.status.hard !== undefined;
  if (known && equalAmounts(readAmounts(quota.status?.hard), hard) && equalAmounts(before, used)) return undefined;
  return { ...quota, status: { hard: writeAmounts(hard), used: writeAmounts(used) } };
}
