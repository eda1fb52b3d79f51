// Looks at every node once per period: marks silent ones Unknown, keeps their taints, and drives pods away that do not
// tolerate them (NLIFE-001 to NLIFE-017, wire section 18). Each look starts from the views as they are, so a step that
// fails is simply taken again at the next one.

import { ApiClient } from '../../../shared/client/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/failure.ts';
import type { Informer } from '../../../shared/client/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Loop } from '../../../shared/process/loop.ts';
import type { ControllerEnvironment } from '../controller.ts';
import * as resources from '../resources.ts';
import { conditionOf, type Node, type NodeCondition, type Pod, type Taint } from './node-form.ts';
import {
  defaultPeriods,
  type HealthPeriods,
  isSilent,
  lookAt,
  type NodeMemory,
  silentConditions,
} from './node-health.ts';
import { taintRules, wantedTaints } from './node-taints.ts';
import { evictionTime } from './taint-eviction.ts';

const account = 'node-controller';

export interface NodeLifecycleOptions {
  readonly nodes: Informer<ApiObject>;
  /** The leases of the node lease namespace. */
  readonly leases: Informer<ApiObject>;
  /** Default 50 s and 60 s. */
  readonly periods?: HealthPeriods;
  /** Milliseconds between two looks; default 5 s. */
  readonly monitorPeriod?: number;
  /** Milliseconds between two nodes whose pods begin to be driven away; default 10 s. */
  readonly evictionInterval?: number;
}

export function nodeLifecycle(environment: ControllerEnvironment, options: NodeLifecycleOptions): Loop {
  return { name: 'node-lifecycle', run: (signal) => new NodeMonitor(environment, options).run(signal) };
}

class NodeMonitor {
  readonly #environment: ControllerEnvironment;
  readonly #options: NodeLifecycleOptions;
  readonly #client: ApiClient;
  readonly #periods: HealthPeriods;
  readonly #period: number;
  readonly #leaseNamespace: string;
  readonly #rules: ReturnType<typeof taintRules>;
  /** By node uid: a node made anew under the same name starts afresh. */
  #memories = new Map<string, NodeMemory>();
  #lastEviction = Number.NEGATIVE_INFINITY;

  constructor(environment: ControllerEnvironment, options: NodeLifecycleOptions) {
    const { vendor, clock, transportFor } = environment;
    this.#environment = environment;
    this.#options = options;
    this.#client = new ApiClient(transportFor(account), { clock });
    this.#periods = options.periods ?? defaultPeriods;
    this.#period = options.monitorPeriod ?? 5000;
    this.#leaseNamespace = vendor.fill('{short}-node-lease');
    this.#rules = taintRules(vendor);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    try {
      await this.#options.nodes.synced(signal);
      await this.#options.leases.synced(signal);
      for (let last = clock.monotonic(); ; last = clock.monotonic()) {
        await clock.sleep(this.#period, signal);
        // When this program itself stood still, the silence of the nodes says nothing: all get their grace again.
        if (clock.monotonic() - last > this.#period + this.#periods.grace / 2) this.#memories = new Map();
        await this.#lookAtAll(signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #lookAtAll(signal: AbortSignal): Promise<void> {
    const nodes = this.#options.nodes.list() as readonly Node[];
    const known = new Map<string, NodeMemory>();
    for (const node of nodes) {
      const uid = node.metadata.uid ?? '';
      const lease = this.#options.leases.get(this.#leaseNamespace, node.metadata.name ?? '');
      known.set(uid, lookAt(this.#memories.get(uid), node, lease, this.#environment.clock.monotonic()));
    }
    const before = this.#memories;
    this.#memories = known;
    for (const node of nodes) {
      const memory = known.get(node.metadata.uid ?? '');
      if (memory === undefined) continue;
      try {
        await this.#care(node, memory, before.get(node.metadata.uid ?? ''), signal);
      } catch (error) {
        signal.throwIfAborted();
        // The node wrote itself, or is gone: the next look tells.
        if (isConflict(error) || isNotFound(error)) continue;
        this.#environment.log.warn('a node could not be cared for; trying again', { node: node.metadata.name, error });
      }
    }
  }

  async #care(seen: Node, memory: NodeMemory, before: NodeMemory | undefined, signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    let node = seen;
    let current = memory;
    if (isSilent(memory, this.#periods, clock.monotonic())) {
      const conditions = silentConditions(node, clock.now());
      if (conditions !== undefined) {
        node = await this.#patch(node, { status: { conditions } }, 'status', signal);
        current = { ...memory, ready: 'Unknown', readySince: clock.monotonic() };
        this.#memories.set(node.metadata.uid ?? '', current);
      }
    }
    if (before?.ready === 'True' && current.ready !== 'True') await this.#markPods(node, signal);
    node = await this.#taint(node, current, signal);
    await this.#evict(node, signal);
  }

  async #taint(node: Node, memory: NodeMemory, signal: AbortSignal): Promise<Node> {
    const { clock } = this.#environment;
    const now = clock.monotonic();
    const mayEvict = now - this.#lastEviction >= (this.#options.evictionInterval ?? 10_000);
    const taints = wantedTaints({
      node,
      memory,
      rules: this.#rules,
      periods: this.#periods,
      now,
      wallNow: clock.now(),
      mayEvict,
    });
    if (taints === undefined) return node;
    const evicting = (list: readonly Taint[]): boolean => list.some(({ effect }) => effect === 'NoExecute');
    if (evicting(taints) && !evicting(node.spec?.taints ?? [])) this.#lastEviction = now;
    return this.#patch(node, { spec: { taints } }, undefined, signal);
  }

  async #patch(node: Node, change: object, subresource: 'status' | undefined, signal: AbortSignal): Promise<Node> {
    const { name = '', resourceVersion } = node.metadata;
    const guard = resourceVersion === undefined ? {} : { metadata: { resourceVersion } };
    const options = { ...(subresource === undefined ? {} : { subresource }), signal };
    return this.#client.resource<Node>(resources.nodes).patch(name, 'merge', { ...guard, ...change }, options);
  }

  async #podsOn(node: Node, signal: AbortSignal): Promise<readonly Pod[]> {
    const fieldSelector = `spec.nodeName=${node.metadata.name ?? ''}`;
    return (await this.#client.resource<Pod>(resources.pods).list({ fieldSelector, signal })).items;
  }

  /** Nobody should send requests to the pods of a node that is not ready. */
  async #markPods(node: Node, signal: AbortSignal): Promise<void> {
    for (const pod of await this.#podsOn(node, signal)) {
      if (conditionOf(pod, 'Ready')?.status !== 'True') continue;
      const lastTransitionTime = formatTime(this.#environment.clock.now());
      await this.#setCondition(pod, { type: 'Ready', status: 'False', lastTransitionTime }, signal);
    }
  }

  async #evict(node: Node, signal: AbortSignal): Promise<void> {
    const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
    if (taints.length === 0) return;
    const now = this.#environment.clock.now();
    for (const pod of await this.#podsOn(node, signal)) {
      const due = evictionTime(pod, taints, now);
      if (due === undefined || due > now) continue;
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'DeletionByTaintManager',
        message: 'Taint manager: deleting due to NoExecute taint',
        lastTransitionTime: formatTime(now),
      };
      const { name = '', namespace = '', uid } = pod.metadata;
      const preconditions = uid === undefined ? {} : { preconditions: { uid } };
      try {
        await this.#setCondition(pod, condition, signal);
        await this.#client
          .resource(resources.pods)
          .in(namespace)
          .delete(name, { ...preconditions, signal });
      } catch (error) {
        if (!isNotFound(error) && !isConflict(error)) throw error;
      }
    }
  }

  async #setCondition(pod: Pod, condition: NodeCondition, signal: AbortSignal): Promise<void> {
    const { name = '', namespace = '', uid } = pod.metadata;
    const patch = { ...(uid === undefined ? {} : { metadata: { uid } }), status: { conditions: [condition] } };
    await this.#client
      .resource(resources.pods)
      .in(namespace)
      .patch(name, 'strategic', patch, { subresource: 'status', signal })
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
  }
}
