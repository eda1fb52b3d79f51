// Keeps the rules of aggregated cluster roles up to date. A change of any cluster role makes all aggregated ones be looked
// at again: there are few of them.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import { resourcesOf } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { type AggregatedRole, aggregatedRules } from './aggregation.ts';

const account = 'clusterrole-aggregation-controller';

export function aggregationController(environment: ControllerEnvironment, roles: Informer<ApiObject>): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock }).resource(resourcesOf(vendor).clusterRoles);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(account),
    clock,
    onError: (key, error) => log.warn('an aggregated role could not be updated; trying again', { role: key, error }),
  });
  const addAll = (): void => {
    for (const role of roles.list()) if ((role as AggregatedRole).aggregationRule !== undefined) queue.add(keyOf(role));
  };
  roles.onChange({ added: addAll, modified: addAll, deleted: addAll });
  return keyedLoop({
    name: account,
    views: [roles],
    queue,
    workers: 1,
    async work(key, signal) {
      const role = roles.get('', splitKey(key).name);
      if (role === undefined || role.metadata.deletionTimestamp !== undefined) return;
      const rules = aggregatedRules(role, roles.list());
      if (rules === undefined) return;
      const { resourceVersion } = role.metadata;
      const guard = resourceVersion === undefined ? {} : { metadata: { resourceVersion } };
      try {
        await client.patch(role.metadata.name ?? '', 'merge', { ...guard, rules }, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}
