// Looks at every node once per period: marks silent ones Unknown, keeps their taints, and drives pods away that do not
// tolerate them, as fast as the state of the zone allows (NLIFE-001 to NLIFE-017, wire section 18). Each look starts from
// the views as they are, so a step that fails is simply taken again at the next one.

import { ApiClient } from '../../../shared/client/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/failure.ts';
import type { Informer } from '../../../shared/client/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop.ts';
import type { ControllerEnvironment } from '../controller.ts';
import { EventRecorder } from '../event/event-recorder.ts';
import * as resources from '../resources.ts';
import { EvictionPace } from './eviction-pace.ts';
import { NodeEvents } from './node-events.ts';
import type { Node, Taint } from './node-form.ts';
import {
  defaultPeriods,
  type HealthPeriods,
  isSilent,
  lookAt,
  type NodeMemory,
  silentConditions,
} from './node-health.ts';
import { followingLabels } from './node-labels.ts';
import { NodePods } from './node-pods.ts';
import { taintRules, wantedTaints } from './node-taints.ts';
import { defaultLimits, type EvictionLimits, isAllDown, type Zone, zoneNames, zonesOf } from './zone.ts';
import type { NodeObserver } from './zone-metrics.ts';

const account = 'node-controller';
/** Nodes that are cared for at a time. */
const workers = 16;

export interface NodeLifecycleOptions {
  readonly nodes: Informer<ApiObject>;
  /** The leases of the node lease namespace. */
  readonly leases: Informer<ApiObject>;
  /** Default 50 s and 60 s. */
  readonly periods?: HealthPeriods;
  /** Milliseconds between two looks; default 5 s. */
  readonly monitorPeriod?: number;
  readonly limits?: EvictionLimits;
  readonly observer?: NodeObserver;
}

export function nodeLifecycle(environment: ControllerEnvironment, options: NodeLifecycleOptions): Loop {
  const { clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock });
  const recorder = new EventRecorder({ client, component: account, clock, log });
  const monitor = new NodeMonitor(environment, options, client, new NodeEvents(recorder));
  return {
    name: 'node-lifecycle',
    run: async (signal) => void (await Promise.all([monitor.run(signal), recorder.run(signal)])),
  };
}

class NodeMonitor {
  readonly #environment: ControllerEnvironment;
  readonly #options: NodeLifecycleOptions;
  readonly #client: ApiClient;
  readonly #events: NodeEvents;
  readonly #pods: NodePods;
  readonly #periods: HealthPeriods;
  readonly #limits: EvictionLimits;
  readonly #period: number;
  readonly #leaseNamespace: string;
  readonly #rules: ReturnType<typeof taintRules>;
  /** The label of nodes that do not count when a zone is judged. */
  readonly #excluded: string;
  readonly #zoneName: (node: Node) => string;
  readonly #labels: ReturnType<typeof followingLabels>;
  readonly #pace = new EvictionPace();
  /** By node uid: a node made anew under the same name starts afresh. */
  #memories = new Map<string, NodeMemory>();
  #known = new Map<string, Node>();
  #zones: ReadonlyMap<string, Zone> = new Map();
  #allDown = false;

  constructor(
    environment: ControllerEnvironment,
    options: NodeLifecycleOptions,
    client: ApiClient,
    events: NodeEvents,
  ) {
    const { vendor, clock } = environment;
    this.#environment = environment;
    this.#options = options;
    this.#client = client;
    this.#events = events;
    this.#pods = new NodePods(client, clock, events);
    this.#periods = options.periods ?? defaultPeriods;
    this.#limits = options.limits ?? defaultLimits;
    this.#period = options.monitorPeriod ?? 5000;
    this.#leaseNamespace = vendor.fill('{short}-node-lease');
    this.#rules = taintRules(vendor);
    this.#excluded = vendor.fill('node.{label}/exclude-disruption');
    this.#zoneName = zoneNames(vendor);
    this.#labels = followingLabels(vendor);
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
    const before = this.#memories;
    this.#memories = this.#remember(nodes);
    this.#tellOfChanges(nodes);
    this.#judgeZones(nodes);
    const waiting = nodes.values();
    const work = async (): Promise<void> => {
      for (const node of waiting) await this.#try(node, before.get(node.metadata.uid ?? ''), signal);
    };
    await Promise.all(Array.from({ length: Math.min(workers, nodes.length) }, work));
  }

  #remember(nodes: readonly Node[]): Map<string, NodeMemory> {
    const now = this.#environment.clock.monotonic();
    return new Map(
      nodes.map((node) => {
        const { uid = '', name = '' } = node.metadata;
        const lease = this.#options.leases.get(this.#leaseNamespace, name);
        return [uid, lookAt(this.#memories.get(uid), node, lease, now)];
      }),
    );
  }

  #tellOfChanges(nodes: readonly Node[]): void {
    const present = new Map(nodes.map((node) => [node.metadata.uid ?? '', node]));
    for (const [uid, node] of present) if (!this.#known.has(uid)) this.#events.registered(node);
    for (const [uid, node] of this.#known) if (!present.has(uid)) this.#events.removed(node);
    this.#known = present;
  }

  #judgeZones(nodes: readonly Node[]): void {
    const { clock, log } = this.#environment;
    const isReady = (node: Node): boolean => {
      const memory = this.#memories.get(node.metadata.uid ?? '');
      return memory?.ready === 'True' && !isSilent(memory, this.#periods, clock.monotonic());
    };
    const judged = nodes
      .filter(({ metadata: { labels = {} } }) => !Object.hasOwn(labels, this.#excluded))
      .map((node) => ({ zone: this.#zoneName(node), isReady: isReady(node) }));
    const zones = zonesOf(judged, this.#limits);
    for (const [zone, { state, size, notReady }] of zones) {
      const before = this.#zones.get(zone)?.state ?? 'Normal';
      if (before !== state) log.info('the state of a zone of nodes changed', { zone, before, state, size, notReady });
    }
    const allDown = isAllDown(zones);
    if (this.#allDown && !allDown) {
      // It was the view that was lost, and it is back: nobody is blamed for the time before.
      const heardAt = clock.monotonic();
      for (const [uid, memory] of this.#memories) this.#memories.set(uid, { ...memory, heardAt });
    }
    this.#allDown = allDown;
    this.#zones = zones;
    this.#pace.keepOnly(zones);
    this.#options.observer?.zones(zones);
  }

  async #try(node: Node, before: NodeMemory | undefined, signal: AbortSignal): Promise<void> {
    const memory = this.#memories.get(node.metadata.uid ?? '');
    if (memory === undefined) return;
    try {
      await this.#care(node, memory, before, signal);
    } catch (error) {
      signal.throwIfAborted();
      // The node wrote itself, or is gone: the next look tells.
      if (isConflict(error) || isNotFound(error)) return;
      this.#environment.log.warn('a node could not be cared for; trying again', { node: node.metadata.name, error });
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
    if (before?.ready === 'True' && current.ready !== 'True') {
      this.#events.notReady(node);
      await this.#pods.markNotReady(node, signal);
    }
    const labels = this.#labels(node);
    if (labels !== undefined) node = await this.#patch(node, { metadata: { labels } }, undefined, signal);
    node = await this.#taint(node, current, signal);
    await this.#pods.evict(node, signal);
  }

  async #taint(node: Node, memory: NodeMemory, signal: AbortSignal): Promise<Node> {
    const { clock } = this.#environment;
    const now = clock.monotonic();
    const zone = this.#zoneName(node);
    const taints = wantedTaints({
      node,
      memory,
      rules: this.#rules,
      periods: this.#periods,
      now,
      wallNow: clock.now(),
      mayEvict: this.#pace.isFree(zone, this.#zones.get(zone)?.rate ?? 0, now),
      spareAll: this.#allDown,
    });
    if (taints === undefined) return node;
    const evicting = (list: readonly Taint[]): boolean => list.some(({ effect }) => effect === 'NoExecute');
    if (evicting(taints) && !evicting(node.spec?.taints ?? [])) {
      this.#pace.take(zone, now);
      this.#options.observer?.evicting(zone);
    }
    return this.#patch(node, { spec: { taints } }, undefined, signal);
  }

  async #patch(
    node: Node,
    change: { readonly metadata?: object; readonly spec?: object; readonly status?: object },
    subresource: 'status' | undefined,
    signal: AbortSignal,
  ): Promise<Node> {
    const { name = '', resourceVersion } = node.metadata;
    const guard = { metadata: { ...change.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) } };
    const options = { ...(subresource === undefined ? {} : { subresource }), signal };
    return this.#client.resource<Node>(resources.nodes).patch(name, 'merge', { ...change, ...guard }, options);
  }
}
