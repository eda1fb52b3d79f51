// Accepts the names of definitions and establishes them; of those that are deleted it removes the objects, and lets them go when
// none is left. Which of them are served follows from what it writes.

import type { Definition } from '../../../shared/definition/definition.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ObserveQueue } from '../loop/queue-metrics.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import { hasCondition } from '../../../shared/definition/definition.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { keyedLoop } from '../loop/keyed-loop.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { nextStatus, withCondition } from './definition-status.ts';
import { removeInstances } from './instance-removal.ts';

const name = 'definition-controller';

export interface DefinitionControllerOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  /** Acts as the service itself: it may remove objects of any kind. */
  readonly transport: Transport;
  readonly observeQueue?: ObserveQueue;
}

/** The view of definitions and the loop that works on them. */
export function definitionController(options: DefinitionControllerOptions): readonly Loop[] {
  const { vendor, clock, log, transport } = options;
  const client = new ApiClient(transport, { clock });
  const resource = {
    group: vendor.fill('apiextensions.{api}'),
    version: 'v1',
    resource: 'customresourcedefinitions',
  };
  const definitions = client.resource<Definition>(resource);
  const view = new Informer<Definition>(definitions, { clock, log });
  const finalizer = vendor.fill('customresourcecleanup.apiextensions.{api}');
  const queue = new WorkQueue({
    observer: options.observeQueue?.(name),
    clock,
    onError: (definition, error) =>
      log.warn('a definition could not be worked on; trying again', { definition, error }),
  });
  const add = ({ metadata }: ApiObject): void => queue.add(metadata.name ?? '');
  // Names that were taken may be free now.
  const freed = ({ spec }: Definition): void => {
    for (const other of view.list()) {
      if (other.spec?.group === spec?.group && !hasCondition(other, 'NamesAccepted')) add(other);
    }
  };
  view.onChange({ added: add, modified: add, deleted: freed });

  const work = async (key: string, signal: AbortSignal): Promise<number | void> => {
    const definition = await definitions.get(key, { signal });
    const { metadata } = definition;
    const now = formatTime(clock.now());
    if (metadata.deletionTimestamp === undefined) {
      const status = nextStatus(vendor, definition, view.list(), now);
      if (status === undefined) return;
      const updated = await definitions.update({ ...definition, status }, { subresource: 'status', signal });
      freed(updated);
      return;
    }
    if (metadata.finalizers?.includes(finalizer) !== true) return;
    const removal = await removeInstances(client, definition, signal);
    const conditions = withCondition(definition.status?.conditions ?? [], removal.condition, now);
    const status = { ...definition.status, conditions };
    const finalizers = removal.done ? metadata.finalizers.filter((one) => one !== finalizer) : metadata.finalizers;
    if (!removal.done && conditions === definition.status?.conditions) return removal.again;
    await definitions.update(
      { ...definition, metadata: { ...metadata, finalizers }, status },
      { subresource: 'status', signal },
    );
    return removal.done ? undefined : removal.again;
  };
  const loop = keyedLoop({
    name,
    views: [view],
    queue,
    async work(key, signal) {
      try {
        return await work(key, signal);
      } catch (error) {
        // Another writer changed or removed the definition: its current state decides.
        if (isNotFound(error)) return;
        if (isConflict(error)) return 0;
        throw error;
      }
    },
  });
  return [view, loop];
}
