// Empties deleted namespaces, reports the progress in their conditions, and at the end removes the
// server's finalizer.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop } from '../loop/keyed-loop.ts';
import * as resources from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { deleteNamespacedResources } from './namespaced-resources-deleter.ts';
import { deletionConditions, isEmptied, type NamespaceCondition, nextPassAfter } from './deletion-pass.ts';

const account = 'namespace-controller';
/** Finalizers take long, without a notification at the end: check again after half of this, in seconds. */
const finalizerPatience = 15;

interface Namespace extends ApiObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly NamespaceCondition[] };
}

export function namespaceController(environment: ControllerEnvironment, namespaces: Informer<ApiObject>): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock });
  const own = client.resource<Namespace>(resources.namespaces);
  const finalizer = vendor.fill('{maker}');
  const passes = new Map<string, number>();
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(account),
    clock,
    onError: (namespace, error) => log.warn('a namespace could not be emptied; trying again', { namespace, error }),
  });
  const add = ({ metadata }: ApiObject): void => {
    if (metadata.deletionTimestamp !== undefined) queue.add(metadata.name ?? '');
  };
  namespaces.onChange({
    added: add,
    modified: add,
    deleted: ({ metadata }) => passes.delete(metadata.name ?? ''),
  });

  async function work(name: string, signal: AbortSignal): Promise<number | void> {
    const namespace = await own.get(name, { signal });
    if (namespace.metadata.deletionTimestamp === undefined) return;
    if (!(namespace.spec?.finalizers ?? []).includes(finalizer)) return;
    const pass = await deleteNamespacedResources(client, name, signal);
    const before = namespace.status?.conditions ?? [];
    const conditions = deletionConditions(before, pass, clock.now(), vendor);
    const current =
      conditions === before
        ? namespace
        : await own.update(
            { ...namespace, status: { ...namespace.status, conditions } },
            { subresource: 'status', signal },
          );
    if (isEmptied(pass)) {
      const finalizers = (current.spec?.finalizers ?? []).filter((other) => other !== finalizer);
      await own.update({ ...current, spec: { ...current.spec, finalizers } }, { subresource: 'finalize', signal });
      passes.delete(name);
      return;
    }
    const count = (passes.get(name) ?? 0) + 1;
    passes.set(name, count);
    return nextPassAfter(
      count,
      pass.finalizers.size > 0 ? Math.max(pass.longestGrace, finalizerPatience) : pass.longestGrace,
    );
  }

  return keyedLoop({
    name: account,
    views: [namespaces],
    queue,
    workers: 4,
    async work(name, signal) {
      try {
        return await work(name, signal);
      } catch (error) {
        // Another writer changed or removed the namespace: its current state decides.
        if (isNotFound(error)) return;
        if (isConflict(error)) return nextPassAfter(0, 0);
        throw error;
      }
    },
  });
}
