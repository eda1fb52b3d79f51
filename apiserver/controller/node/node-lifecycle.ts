// Checks every node once per period: marks nodes without heartbeats Unknown, maintains their taints, and evicts pods that do not
// tolerate them, at the rate of the zone's state (NLIFE-001 to NLIFE-017). Each pass starts from the current views, so a
// failed step is repeated in the next pass.

import { setImmediate as turn } from 'node:timers/promises';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { EventRecorder } from '../../../shared/client/event/event-recorder.ts';
import * as resources from '../api/resources.ts';
import { EvictionPace } from './eviction-pace.ts';
import { NodeEvents } from './node-events.ts';
import type { Node, Taint } from './node-form.ts';
import { defaultPeriods, type HealthPeriods, isSilent, type NodeMemory, silentConditions } from './node-health.ts';
import { followingLabels } from './node-labels.ts';
import { NodePods } from './node-pods.ts';
import { type KnownNode, NodeTable } from './node-table.ts';
import { taintRules, wantedTaints } from './node-taints.ts';
import { taintTimes } from './taint-eviction.ts';
import { defaultLimits, type EvictionLimits, isAllDown, type Zone, zoneNames, zonesOf } from './zone.ts';
import type { NodeObserver } from './zone-metrics.ts';

const account = 'node-controller';
/** Nodes that are cared for at a time. */
const workers = 16;
/** Nodes that are cared for before others have their turn; most need no request. */
const slice = 100;

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
  readonly #rules: ReturnType<typeof taintRules>;
  readonly #labels: ReturnType<typeof followingLabels>;
  readonly #pace = new EvictionPace();
  readonly #roll: NodeTable;
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
    this.#rules = taintRules(vendor);
    this.#labels = followingLabels(vendor);
    const leaseNamespace = vendor.fill('{short}-node-lease');
    const excluded = vendor.fill('node.{label}/exclude-disruption');
    this.#roll = new NodeTable({
      nodes: () => options.nodes.all() as Iterable<Node>,
      leaseOf: (name) => options.leases.get(leaseNamespace, name),
      zoneOf: zoneNames(vendor),
      countsFor: ({ metadata: { labels = {} } }) => !Object.hasOwn(labels, excluded),
      monotonic: () => clock.monotonic(),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    try {
      await this.#options.nodes.synced(signal);
      await this.#options.leases.synced(signal);
      for (let last = clock.monotonic(); ; last = clock.monotonic()) {
        await clock.sleep(this.#period, signal);
        // If this program itself was suspended, missing heartbeats mean nothing: all nodes get a new grace period.
        if (clock.monotonic() - last > this.#period + this.#periods.grace / 2) this.#roll.startAfresh();
        await this.#lookAtAll(signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #lookAtAll(signal: AbortSignal): Promise<void> {
    const { came, went } = await this.#roll.call();
    for (const node of came) this.#events.registered(node);
    for (const node of went) this.#events.removed(node);
    this.#judgeZones();
    const waiting = [...this.#roll.all()].filter((known) => this.#needsCare(known)).values();
    let begun = 0;
    const work = async (): Promise<void> => {
      for (const known of waiting) {
        begun += 1;
        if (begun % slice === 0) await turn();
        await this.#try(known, signal);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  #judgeZones(): void {
    const { log } = this.#environment;
    const zones = zonesOf(this.#judged(), this.#limits);
    for (const [zone, { state, size, notReady }] of zones) {
      const before = this.#zones.get(zone)?.state ?? 'Normal';
      if (before !== state) log.info('the state of a zone of nodes changed', { zone, before, state, size, notReady });
    }
    const allDown = isAllDown(zones);
    // The server itself was disconnected, and is back: the time before does not count against the nodes.
    if (this.#allDown && !allDown) this.#roll.forgive();
    this.#allDown = allDown;
    this.#zones = zones;
    this.#pace.keepOnly(zones);
    this.#options.observer?.zones(zones);
  }

  *#judged(): Iterable<{ readonly zone: string; readonly isReady: boolean }> {
    for (const { zone, counts, memory } of this.#roll.all()) {
      if (counts) yield { zone, isReady: memory.ready === 'True' && !this.#isSilent(memory) };
    }
  }

  #isSilent(memory: NodeMemory): boolean {
    return isSilent(memory, this.#periods, this.#environment.clock.monotonic());
  }

  /** Whether there may be work for the node. A settled, ready node needs none until it changes or its heartbeats stop. */
  #needsCare({ node, memory, settled }: KnownNode): boolean {
    return node !== settled || memory.ready !== 'True' || this.#isSilent(memory);
  }

  async #try(known: KnownNode, signal: AbortSignal): Promise<void> {
    try {
      await this.#care(known, signal);
    } catch (error) {
      signal.throwIfAborted();
      // The node wrote itself, or is gone: the next check decides.
      if (isConflict(error) || isNotFound(error)) return;
      const node = known.node.metadata.name;
      this.#environment.log.warn('a node could not be processed; trying again', { node, error });
    }
  }

  async #care(known: KnownNode, signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    const seen = known.node;
    let node = seen;
    if (this.#isSilent(known.memory)) {
      const conditions = silentConditions(node, clock.now());
      if (conditions !== undefined) {
        node = await this.#patch(node, { status: { conditions } }, 'status', signal);
        known.memory = { ...known.memory, ready: 'Unknown', readySince: clock.monotonic() };
      }
    }
    await this.#markPods(known, node, signal);
    const labels = this.#labels(node);
    if (labels !== undefined) node = await this.#patch(node, { metadata: { labels } }, undefined, signal);
    node = await this.#taint(known, node, signal);
    known.taintTimes = taintTimes(known.taintTimes, node.spec?.taints ?? [], clock.now());
    await this.#pods.evict(node, known.taintTimes, signal);
    known.settled = node === seen && !drivesAway(node.spec?.taints) ? node : undefined;
  }

  /** Marks the pods of a node that is not ready as not ready, so that they get no requests; repeated until all are marked. */
  async #markPods(known: KnownNode, node: Node, signal: AbortSignal): Promise<void> {
    const { readyBefore, memory } = known;
    if (memory.ready === 'True') known.marking = false;
    else if (readyBefore === 'True') {
      // The event is written once, though the marking may be retried.
      if (!known.marking) this.#events.notReady(node);
      known.marking = true;
    }
    if (!known.marking) return;
    await this.#pods.markNotReady(node, signal);
    known.marking = false;
  }

  async #taint({ memory, zone }: KnownNode, node: Node, signal: AbortSignal): Promise<Node> {
    const { clock } = this.#environment;
    const now = clock.monotonic();
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
    if (drivesAway(taints) && !drivesAway(node.spec?.taints)) {
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

/** Whether pods that do not tolerate one of these have to go. */
function drivesAway(taints: readonly Taint[] = []): boolean {
  return taints.some(({ effect }) => effect === 'NoExecute');
}
