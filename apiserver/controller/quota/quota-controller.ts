// Keeps the usage in resource quotas correct. Admission counts new objects when they are stored. This controller recounts when a
// quota is created or changed, when objects are deleted or use less, and periodically.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { amountsText } from '../../admission/quota/amounts.ts';
import type { UsageCounter } from '../../admission/quota/counter.ts';
import { UsageCounters } from '../../admission/quota/counters.ts';
import type { ResourceQuota } from '../../admission/quota/quota-form.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { discover, type DiscoveredResource } from '../api/discover.ts';
import * as resources from '../api/resources.ts';
import { keyOf, splitKey } from '../loop/keyed-loop.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { countedAnew, isLimitedBy } from './used-amounts.ts';

const account = 'resourcequota-controller';
const workers = 5;
/** Milliseconds after which every quota is recounted, and the served resources are discovered again. */
const resyncPeriod = 5 * 60_000;
const discoveryPeriod = 30_000;
const retryPeriod = 1000;
/** Scopes that an object may enter or leave. */
const movable = ['Terminating', 'BestEffort', 'VolumeAttributesClass'];

export function quotaController(environment: ControllerEnvironment, quotas: Informer<ApiObject>): Loop {
  const controller = new QuotaController(environment, quotas);
  return { name: account, run: (signal) => controller.run(signal) };
}

interface Counted {
  readonly resource: DiscoveredResource;
  readonly counter: UsageCounter;
}

/** What the view of a counted resource keeps of an object: what it uses, as a text. */
interface Used extends ApiObject {
  readonly used: string;
}

class QuotaController {
  readonly #environment: ControllerEnvironment;
  readonly #quotas: Informer<ApiObject>;
  readonly #client: ApiClient;
  readonly #counters: UsageCounters;
  readonly #queue: WorkQueue;
  #counted: readonly Counted[] = [];
  /** By group and resource; each ends when its signal does. */
  readonly #watched = new Set<string>();
  readonly #watches = new Set<Promise<void>>();

  constructor(environment: ControllerEnvironment, quotas: Informer<ApiObject>) {
    const { vendor, clock, log, transportFor, observeQueue } = environment;
    this.#environment = environment;
    this.#quotas = quotas;
    this.#client = new ApiClient(transportFor(account), { clock });
    this.#counters = new UsageCounters(vendor, () => clock.now());
    this.#queue = new WorkQueue({
      observer: observeQueue?.(account),
      clock,
      onError: (key, error) => log.warn('a quota could not be counted; trying again', { key, error }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const add = (quota: ApiObject): void => this.#queue.add(keyOf(quota));
    this.#quotas.onChange({
      added: add,
      // A change of the usage by admission needs no recount.
      modified: (quota, before) => {
        if (isOpen(quota) || JSON.stringify(quota['spec']) !== JSON.stringify(before['spec'])) add(quota);
      },
    });
    try {
      await this.#quotas.synced(signal);
      await this.#discoverOnce(signal);
      await Promise.all([
        this.#follow(signal),
        this.#resync(signal),
        this.#queue.run(workers, (key, end) => this.#work(key, end), signal),
      ]);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await Promise.all(this.#watches);
  }

  /** Until the served resources are known nothing can be counted. */
  async #discoverOnce(signal: AbortSignal): Promise<void> {
    while (this.#counted.length === 0) {
      await this.#discover(signal);
      if (this.#counted.length === 0) await this.#environment.clock.sleep(retryPeriod, signal);
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    for (let next = 0; ; next += 1) {
      await clock.sleep(Math.min(retryPeriod * (next + 1), discoveryPeriod), signal);
      await this.#discover(signal);
      this.#watchLimited(signal);
    }
  }

  async #resync(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#environment.clock.sleep(resyncPeriod, signal);
      for (const quota of this.#quotas.list()) this.#queue.add(keyOf(quota));
    }
  }

  async #discover(signal: AbortSignal): Promise<void> {
    try {
      const { resources: served, failures } = await discover(this.#client, signal);
      const counted = served
        .filter(
          (one) => one.namespaced && ['create', 'list', 'watch', 'delete'].every((verb) => one.verbs.includes(verb)),
        )
        .flatMap((resource): readonly Counted[] => {
          const counter = this.#counters.of(resource.group, resource.resource);
          return counter === undefined ? [] : [{ resource, counter }];
        });
      // A group that did not answer may still be there.
      if (failures.size === 0 || this.#counted.length === 0) this.#counted = counted;
    } catch (error) {
      signal.throwIfAborted();
      this.#environment.log.warn('the served resources are not known; trying again', { error });
    }
  }

  /** Starts to watch the resources that quotas limit. */
  #watchLimited(signal: AbortSignal): void {
    const quotas = this.#quotas.list() as readonly ResourceQuota[];
    for (const { resource, counter } of this.#counted) {
      const key = `${resource.group}/${resource.resource}`;
      if (this.#watched.has(key) || !quotas.some((quota) => isLimitedBy(quota, counter))) continue;
      this.#watched.add(key);
      const watch = this.#watch(resource, counter, signal).finally(() => this.#watches.delete(watch));
      this.#watches.add(watch);
    }
  }

  async #watch(resource: DiscoveredResource, counter: UsageCounter, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#environment;
    const view = new Informer<ApiObject>(this.#client.resource(resource), { clock, log }, (object) =>
      keptOf(object, counter),
    );
    const changed = ({ metadata }: ApiObject): void => {
      for (const quota of this.#quotas.list(metadata.namespace)) {
        if (isLimitedBy(quota, counter)) this.#queue.add(keyOf(quota));
      }
    };
    view.onChange({
      modified: (object, before) => {
        if ((object as Used).used !== (before as Used).used) changed(object);
      },
      deleted: changed,
    });
    // What went between the last count and the first list of the view was not seen to go.
    const counted = view.synced(signal).then(
      () => {
        for (const quota of this.#quotas.list()) {
          if (isLimitedBy(quota, counter)) this.#queue.add(keyOf(quota));
        }
      },
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    await Promise.all([view.run(signal), counted]);
  }

  async #work(key: string, signal: AbortSignal): Promise<number | void> {
    const { namespace, name } = splitKey(key);
    const client = this.#client.resource<ResourceQuota>(resources.resourceQuotas).in(namespace);
    // Before what it counts, so that what is charged meanwhile makes this one stale.
    const { items } = await client.list({ fieldSelector: `metadata.name=${name}`, signal });
    const [quota] = items;
    if (quota === undefined) return;
    this.#watchLimited(signal);
    const counted = await countedAnew(
      quota,
      this.#counted.map(({ resource, counter }) => ({
        counter,
        list: async (of) => (await this.#client.resource(resource).in(of).list({ signal })).items,
      })),
    );
    if (counted === undefined) return;
    try {
      await client.update(counted, { subresource: 'status', signal });
    } catch (error) {
      if (isConflict(error)) return 1;
      if (!isNotFound(error)) throw error;
    }
  }
}

/** Whether the status does not say yet what is limited, and how much of it is used. */
function isOpen(object: ApiObject): boolean {
  const { spec, status } = object as ResourceQuota;
  const hard = Object.entries(spec?.hard ?? {});
  return (
    hard.length !== Object.keys(status?.hard ?? {}).length || hard.some(([name, text]) => status?.hard?.[name] !== text)
  );
}

function keptOf(object: ApiObject, counter: UsageCounter): ApiObject {
  const { name, namespace, resourceVersion } = object.metadata;
  const scopes = movable.filter((scopeName) => counter.inScope?.(object, { scopeName, operator: 'Exists' }) === true);
  const kept: Used = {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    used: [amountsText(counter.usage(object)), ...scopes].join(' '),
  };
  return kept;
}
