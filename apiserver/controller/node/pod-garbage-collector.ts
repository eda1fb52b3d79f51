// Deletes pods that will never run again: those of nodes that are gone, those that are being deleted and were
// never bound or whose node was taken out of service, and the oldest finished ones when there are too many (requirements
// NLIFE).
//
// It keeps no copy of all pods, which would cost as much memory as the store's own. Pods of a node that was deleted, or is out
// of service, are listed by its name. Other pods are found by a pass over all pods every five minutes.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import * as resources from '../api/resources.ts';
import { conditionOf, type Node, type Pod } from './node-form.ts';
import type { CollectionObserver, CollectionReason } from './collection-metrics.ts';

const account = 'pod-garbage-collector';
/** Milliseconds between two checks for removed nodes. */
const lookPeriod = 20_000;
/** How long a node has to be gone, in milliseconds: a recreated node keeps its pods. */
const quarantine = 40_000;
/** Milliseconds between two passes over all pods; the first comes one check after the start. */
const sweepPeriod = 300_000;

export interface PodGarbageCollectorOptions {
  readonly nodes: Informer<ApiObject>;
  /** Finished pods from which on the oldest are deleted; 0: never. Default 12,500. */
  readonly finishedPods?: number;
  /** Called with each pod. */
  readonly observer?: CollectionObserver;
}

export function podGarbageCollector(environment: ControllerEnvironment, options: PodGarbageCollectorOptions): Loop {
  return { name: 'pod-collector', run: (signal) => new PodGarbageCollector(environment, options).run(signal) };
}

class PodGarbageCollector {
  readonly #environment: ControllerEnvironment;
  readonly #options: PodGarbageCollectorOptions;
  readonly #client: ApiClient;
  /** Names of nodes that pods are, or were, bound to and that are not there, with since when (monotonic). */
  readonly #missing = new Map<string, number>();
  /** The taint by which a person says that a node is down for certain and nothing runs there any more. */
  readonly #outOfService: string;

  constructor(environment: ControllerEnvironment, options: PodGarbageCollectorOptions) {
    this.#environment = environment;
    this.#options = options;
    this.#client = new ApiClient(environment.transportFor(account), { clock: environment.clock });
    this.#outOfService = environment.vendor.fill('node.{label}/out-of-service');
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#environment;
    const { nodes } = this.#options;
    let stop = (): unknown => undefined;
    try {
      await nodes.synced(signal);
      stop = nodes.onChange({ deleted: ({ metadata: { name = '' } }) => this.#miss(name) });
      for (let nextSweep = 0; ; ) {
        await clock.sleep(lookPeriod, signal);
        try {
          // One that left something undone is repeated at the next look.
          if (clock.monotonic() >= nextSweep && (await this.#sweep(signal)))
            nextSweep = clock.monotonic() + sweepPeriod;
          await this.#collectOfMissing(signal);
          await this.#collectOutOfService(signal);
        } catch (error) {
          signal.throwIfAborted();
          log.warn('pods could not be collected; trying again', { error });
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      stop();
    }
  }

  #miss(node: string): void {
    if (!this.#missing.has(node)) this.#missing.set(node, this.#environment.clock.monotonic());
  }

  async #collectOfMissing(signal: AbortSignal): Promise<void> {
    const now = this.#environment.clock.monotonic();
    for (const [node, since] of this.#missing) {
      if (this.#options.nodes.get('', node) !== undefined) this.#missing.delete(node);
      else if (now - since >= quarantine) {
        // The view may be behind: asked once more, at the source.
        if (!(await this.#isGone(node, signal))) continue;
        let done = true;
        for await (const pod of this.#podsOn(node, signal))
          if (!(await this.#collect(pod, 'orphaned', signal))) done = false;
        if (done) this.#missing.delete(node);
      }
    }
  }

  /**
   * Pods that are being deleted wait for the agent of their node. When the node is not ready and an operator has declared it
   * out of service, it will never answer: they go at once.
   */
  async #collectOutOfService(signal: AbortSignal): Promise<void> {
    const down = [...(this.#options.nodes.all() as Iterable<Node>)].filter((node) => this.#isOutOfService(node));
    for (const { metadata } of down) {
      const { name = '' } = metadata;
      let current: Node | undefined;
      for await (const pod of this.#podsOn(name, signal)) {
        if (pod.metadata.deletionTimestamp === undefined) continue;
        // The view may be behind: a node that is back ends its pods itself.
        current ??= await this.#nodeNow(name, signal);
        if (current === undefined || !this.#isOutOfService(current)) break;
        await this.#collect(pod, 'out-of-service', signal);
      }
    }
  }

  #isOutOfService(node: Node): boolean {
    const isTainted = node.spec?.taints?.some(({ key }) => key === this.#outOfService) === true;
    return isTainted && conditionOf(node, 'Ready')?.status !== 'True';
  }

  /** Goes through all pods, page by page; only names of what may have to go are kept. False: something is left to do. */
  async #sweep(signal: AbortSignal): Promise<boolean> {
    const { finishedPods = 12_500 } = this.#options;
    const finished: { readonly pod: Pod; readonly created: string }[] = [];
    let done = true;
    for await (const page of this.#pods().listPages({ signal })) {
      for (const pod of page.items) {
        const { metadata, spec, status } = pod;
        const node = spec?.nodeName ?? '';
        if (node === '' && metadata.deletionTimestamp !== undefined) {
          if (!(await this.#collect(pod, 'unscheduled', signal))) done = false;
        } else if (node !== '' && this.#options.nodes.get('', node) === undefined) this.#miss(node);
        if (finishedPods > 0 && (status?.phase === 'Succeeded' || status?.phase === 'Failed')) {
          const { name = '', namespace = '', uid = '', creationTimestamp = '' } = metadata;
          const bare = {
            apiVersion: 'v1',
            kind: 'Pod',
            metadata: { name, namespace, uid },
            status: { phase: 'Failed' },
          };
          finished.push({ pod: bare, created: creationTimestamp });
        }
      }
    }
    if (finishedPods === 0 || finished.length <= finishedPods) return done;
    finished.sort((one, other) => (one.created < other.created ? -1 : 1));
    for (const { pod } of finished.slice(0, finished.length - finishedPods)) {
      if (!(await this.#collect(pod, 'terminated', signal))) done = false;
    }
    return done;
  }

  async #isGone(node: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#nodeNow(node, signal)) === undefined;
  }

  /** As the server has it; undefined when it is gone. */
  async #nodeNow(node: string, signal: AbortSignal): Promise<Node | undefined> {
    return this.#client.resource<Node>(resources.nodes).find(node, { signal });
  }

  async *#podsOn(node: string, signal: AbortSignal): AsyncGenerator<Pod> {
    for await (const page of this.#pods().listPages({ fieldSelector: `spec.nodeName=${node}`, signal })) {
      yield* page.items;
    }
  }

  /**
   * At once, without a grace period: no agent would end it. False when it could not be: it is tried
   * again at the next look, and holds up no other pod.
   */
  async #collect(pod: Pod, reason: CollectionReason, signal: AbortSignal): Promise<boolean> {
    const { name = '', namespace = '', uid = '' } = pod.metadata;
    const { log } = this.#environment;
    const { observer } = this.#options;
    log.info('a pod is collected', { namespace, pod: name, reason });
    observer?.collecting(namespace, reason);
    try {
      if (pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed') await this.#fail(pod, reason, signal);
      await this.#pods().in(namespace).delete(name, { gracePeriodSeconds: 0, preconditions: { uid }, signal });
    } catch (error) {
      signal.throwIfAborted();
      if (isNotFound(error)) return true;
      observer?.failed(namespace, reason);
      // A conflict: it changed, or it is another one of that name; the next check decides.
      if (!isConflict(error)) log.warn('a pod could not be collected; trying again', { namespace, pod: name, error });
      return false;
    }
    return true;
  }

  /** Clients that wait for the pod see the reason of its deletion. */
  async #fail(pod: Pod, reason: CollectionReason, signal: AbortSignal): Promise<void> {
    const { name = '', namespace = '', uid = '' } = pod.metadata;
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
      lastTransitionTime: formatTime(this.#environment.clock.now()),
    };
    const status = { phase: 'Failed', ...(reason === 'orphaned' ? { conditions: [condition] } : {}) };
    await this.#pods()
      .in(namespace)
      .patch(name, 'strategic', { metadata: { uid }, status }, { subresource: 'status', signal });
  }

  #pods() {
    return this.#client.resource<Pod>(resources.pods);
  }
}
