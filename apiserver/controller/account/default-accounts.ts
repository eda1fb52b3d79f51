// Creates the default service account of every namespace, and creates it again after a deletion.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isAlreadyExists, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop } from '../loop/keyed-loop.ts';
import { serviceAccounts } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { isActiveNamespace, isTerminatingRefusal } from './active-namespace.ts';

const account = 'service-account-controller';
export const defaultAccountName = 'default';

export interface AccountViews {
  readonly namespaces: Informer<ApiObject>;
  /** Service accounts; those of other names do not matter. */
  readonly serviceAccounts: Informer<ApiObject>;
}

export function defaultAccountController(environment: ControllerEnvironment, views: AccountViews): Loop {
  const { clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock }).resource(serviceAccounts);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(account),
    clock,
    onError: (namespace, error) => log.warn('no default service account yet; trying again', { namespace, error }),
  });
  const add = ({ metadata }: ApiObject): void => queue.add(metadata.name ?? '');
  views.namespaces.onChange({ added: add, modified: add });
  views.serviceAccounts.onChange({ deleted: ({ metadata }) => queue.add(metadata.namespace ?? '') });
  return keyedLoop({
    name: account,
    views: [views.namespaces, views.serviceAccounts],
    queue,
    async work(namespace, signal) {
      if (!isActiveNamespace(views.namespaces.get('', namespace))) return;
      if (views.serviceAccounts.get(namespace, defaultAccountName) !== undefined) return;
      const object: ApiObject = {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: defaultAccountName, namespace },
      };
      try {
        await client.in(namespace).create(object, { signal });
      } catch (error) {
        if (!isAlreadyExists(error) && !isNotFound(error) && !isTerminatingRefusal(error)) throw error;
      }
    },
  });
}
