// Accepts the names of definitions and establishes them. For deleted definitions it removes the objects, and then the
// finalizer when none is left. The conditions that it writes decide which definitions are served.

import type { Definition } from '../../../shared/definition/definition.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ObserveQueue } from '../loop/queue-metrics.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { patchRequest } from '../../../shared/client/request/request.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import { hasCondition } from '../../../shared/definition/definition.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { keyedLoop } from '../loop/keyed-loop.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { nextStatus, withCondition } from './definition-status.ts';
import { patience, removeInstances, unfinished } from './instance-removal.ts';

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
  const metadataOnly = vendor.fill('application/json;as=PartialObjectMetadata;g=meta.{api};v=v1');
  const view = new Informer<Definition>(definitions, { clock, log }, withoutSchemas);
  const finalizer = vendor.fill('customresourcecleanup.apiextensions.{api}');
  const queue = new WorkQueue({
    observer: options.observeQueue?.(name),
    clock,
    onError: (definition, error) =>
      log.warn('a definition could not be worked on; trying again', { definition, error }),
  });
  const add = ({ metadata }: ApiObject): void => queue.add(metadata.name ?? '');
  // Names are of one group: looking at all definitions for each of a thousand would be a million looks.
  const ofGroup = new Map<string, Map<string, Definition>>();
  const groupOf = ({ spec }: Definition): Map<string, Definition> => {
    const known = ofGroup.get(spec?.group ?? '') ?? new Map<string, Definition>();
    ofGroup.set(spec?.group ?? '', known);
    return known;
  };
  // Names that were taken may be free now.
  const freed = (definition: Definition): void => {
    const others = ofGroup.get(definition.spec?.group ?? '')?.values() ?? [];
    for (const other of others) if (!hasCondition(other, 'NamesAccepted')) add(other);
  };
  // What is being written, for as long as the view does not show it: two definitions that want the same name never both get it.
  const claims = new Map<string, Definition>();
  // When definitions were first seen to take no more objects. Only an empty list of some time later tells that none is left: every
  // server has to have seen it too, and creates that it let pass before have to be stored.
  const closed = new Map<string, number>();
  const closedFor = (definition: Definition): number => {
    if (!hasCondition(definition, 'Terminating')) return 0;
    const key = definition.metadata.name ?? '';
    const now = clock.monotonic();
    const since = closed.get(key) ?? now;
    closed.set(key, since);
    return now - since;
  };
  const seen = (definition: Definition): void => {
    groupOf(definition).set(definition.metadata.name ?? '', definition);
    add(definition);
  };
  view.onChange({
    added: seen,
    modified(definition) {
      claims.delete(definition.metadata.name ?? '');
      seen(definition);
    },
    deleted(definition) {
      const same = groupOf(definition);
      same.delete(definition.metadata.name ?? '');
      if (same.size === 0) ofGroup.delete(definition.spec?.group ?? '');
      claims.delete(definition.metadata.name ?? '');
      closed.delete(definition.metadata.name ?? '');
      freed(definition);
    },
  });
  const others = function* (definition: Definition): Iterable<Definition> {
    for (const [name, one] of groupOf(definition)) yield claims.get(name) ?? one;
  };

  const work = async (key: string, signal: AbortSignal): Promise<number | void> => {
    const definition = view.get('', key);
    if (definition === undefined) return;
    const { metadata } = definition;
    // Refused where the view is behind: then its next event leads here again.
    const write = async (finalizers: readonly string[] | undefined, status: Definition['status']): Promise<void> => {
      const { resourceVersion } = metadata;
      const patch = { metadata: { resourceVersion, ...(finalizers === undefined ? {} : { finalizers }) }, status };
      const request = patchRequest({ ...resource, name: key, subresource: 'status' }, 'merge', patch);
      // The schemas in the answer would be read for nothing.
      await client.request({ ...request, headers: { ...request.headers, accept: metadataOnly } }, { signal });
    };
    const now = formatTime(clock.now());
    if (metadata.deletionTimestamp === undefined) {
      const status = nextStatus(vendor, definition, others(definition), now);
      if (status === undefined) return;
      claims.set(key, { ...definition, status });
      try {
        await write(undefined, status);
        freed(definition);
      } catch (error) {
        claims.delete(key);
        throw error;
      }
      return;
    }
    if (metadata.finalizers?.includes(finalizer) !== true) return;
    const tooSoon = hasCondition(definition, 'Established') && closedFor(definition) < patience;
    const looked = await removeInstances(client, definition, signal);
    const removal = looked.done && tooSoon ? unfinished() : looked;
    const conditions = withCondition(definition.status?.conditions ?? [], removal.condition, now);
    const finalizers = metadata.finalizers.filter((one) => one !== finalizer);
    if (!removal.done && conditions === definition.status?.conditions) return removal.again;
    await write(removal.done ? finalizers : undefined, { ...definition.status, conditions });
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

/** What is read here. The schemas are most of a definition. */
function withoutSchemas(definition: Definition): Definition {
  const { spec = {} } = definition;
  const versions = (spec.versions ?? []).map(({ name = '', served = false, storage = false }) => ({
    name,
    served,
    storage,
  }));
  const { managedFields: _, ...metadata } = definition.metadata;
  return { ...definition, metadata, spec: { ...spec, versions } };
}
