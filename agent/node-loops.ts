// The loops that keep the node known to the server, composed: status and registration, the lease, and the copy of the
// pods bound here.

import { ApiClient } from '../shared/client/request/api-client.ts';
import type { Connection } from '../shared/client/connection/connection.ts';
import { EventRecorder } from '../shared/client/event/event-recorder.ts';
import { Informer } from '../shared/client/watch/informer.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import type { Gauge, Metrics } from '../shared/process/metric/metrics.ts';
import type { AgentEnvironment, AgentParts } from './agent-parts.ts';
import { agentVersion } from './host/agent-version.ts';
import type { AgentConfiguration } from './config/configuration.ts';
import { comparingClocks } from './lease/clock-offset.ts';
import { LeaseKeeper } from './lease/lease-keeper.ts';
import type { Lease } from './lease/next-lease.ts';
import {
  defaultThresholds,
  parseReclaim,
  parseThresholds,
  type Threshold,
  type WatchedThreshold,
} from './host/eviction-threshold.ts';
import { cachedNodeClient } from './node/cached-node-client.ts';
import type { Node, NodeStatus } from './node/node.ts';
import { addressReader, specifiedIps } from './node/node-addresses.ts';
import { NodeEventRecorder } from './node/node-events.ts';
import type { ResourceSettings } from './node/node-resources.ts';
import type { ObjectApi } from './connection/object-api.ts';
import { objectClient } from './connection/object-client.ts';
import { PodNetwork } from './node/pod-network.ts';
import {
  newNode,
  type NodeIdentity,
  ownedAnnotations,
  ownedLabels,
  registerNode,
  systemLabels,
} from './node/registration.ts';
import { statusGatherer } from './node/status-gatherer.ts';
import { StatusReporter, type StatusReporterOptions } from './node/status-reporter.ts';
import type { Pod } from './pod/object/pod.ts';

export interface NodeLoops {
  readonly loops: readonly Loop[];
  /** This node as the server has it; undefined: not yet. */
  node(): Node | undefined;
  readonly recorder: EventRecorder;
  /** Has the node's status reported at once. */
  lookNow(): void;
  /** Writes an event about the node. */
  tell(type: 'Normal' | 'Warning', reason: string, message: string): void;
}

/** `port` is where the node's API listens: it is part of the status. */
export function nodeLoops(parts: AgentParts, connection: Connection, port: number): NodeLoops {
  const { settings, environment, nodeName, metrics } = parts;
  const { vendor, clock, log } = environment;
  const { nodeLeaseDurationSeconds: durationSeconds } = settings.loaded.configuration;
  const client = new ApiClient(connection.transport, { clock });
  // After this time the next heartbeat is worth more than this one. After two hung heartbeats the connection is replaced
  // while the lease is still valid.
  const timeout = Math.min(10_000, durationSeconds * 250);
  const resource = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
  const nodes = objectClient<Node>(resource, timeout, clock);
  const ownNode = new Informer(resource, {
    clock,
    log,
    fieldSelector: `metadata.name=${nodeName}`,
    name: 'informer-own-node',
  });
  const group = vendor.fill('coordination.{api}');
  const namespace = vendor.fill('{short}-node-lease');
  const leases = new ApiClient(comparingClocks(connection.transport, { clock, log, offset: offsetGauge(metrics) }), {
    clock,
  })
    .resource<Lease>({ group, version: 'v1', resource: 'leases' })
    .in(namespace);
  const onRepeatedFailure = (): Promise<void> => connection.dropConnections();
  const lease: LeaseKeeper = new LeaseKeeper({
    leases: objectClient(leases, timeout, clock),
    nodeUid: async (signal) => (await nodes.get(nodeName, signal)).metadata.uid ?? '',
    terms: { apiVersion: `${group}/v1`, namespace, nodeName, durationSeconds },
    clock,
    log,
    renewed: metrics.gauge({
      name: 'node_lease_renewed_seconds',
      help: 'Time of the last renewal of the node lease, in seconds since the epoch.',
      stability: 'ALPHA',
    }),
    lateness: metrics
      .histogram({
        name: 'node_lease_lateness_seconds',
        help: 'Lateness of renewals of the node lease in seconds.',
        // Close together where a heartbeat is expected: within a tenth of a second.
        buckets: [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.5, 1, 5, 10, 30],
        stability: 'ALPHA',
      })
      .series({}),
    onRepeatedFailure,
    nodeMissing: () => status.lookNow(),
  });
  const recorder = eventRecorder(parts, new ApiClient(connection.transport, { clock }));
  const events = new NodeEventRecorder(recorder, nodeName);
  const network = new PodNetwork({ runtime: parts.runtime, log, signal: environment.signal });
  const status = reporter(parts, cachedNodeClient({ api: nodes, copy: ownNode, clock }), port, events, {
    onRepeatedFailure,
    seen: (node) => {
      if (node.metadata.uid !== undefined) lease.ownedBy(node.metadata.uid);
      events.seen(node);
      parts.addresses.observe(node);
      network.seen(node);
    },
  });
  ownNode.onChange({ deleted: () => status.lookNow() });
  events.started();
  return {
    loops: [ownNode, status, lease, recorder],
    node: () => ownNode.list()[0],
    recorder,
    lookNow: () => status.lookNow(),
    tell: (type, reason, message) => events.tell({ type, reason, message }),
  };
}

function eventRecorder({ settings, environment, nodeName, metrics }: AgentParts, client: ApiClient): EventRecorder {
  const { clock, log } = environment;
  const { eventRecordQPS: perSecond, eventBurst: burst } = settings.loaded.configuration;
  return new EventRecorder({
    client,
    component: 'kubelet',
    host: nodeName,
    ...(perSecond === 0 ? {} : { rate: { perSecond, burst } }),
    dropped: metrics.counter({
      name: 'node_events_dropped_total',
      help: 'Events about the node that were not written: too many about one object, too many waiting, or refused.',
      labels: ['cause'],
      stability: 'ALPHA',
    }),
    clock,
    log,
  });
}

function offsetGauge(metrics: Metrics): Gauge {
  return metrics.gauge({
    name: 'node_clock_offset_seconds',
    help: "How far this host's clock is ahead of the server's, in seconds, as of the last renewal of the node lease.",
    stability: 'ALPHA',
  });
}

/** A copy of the pods bound to this node, kept current by a watch. */
export function podInformer(connection: Connection, nodeName: string, environment: AgentEnvironment): Informer<Pod> {
  const { clock, log } = environment;
  const client = new ApiClient(connection.transport, { clock });
  const pods = client.resource<Pod>({ group: '', version: 'v1', resource: 'pods' });
  return new Informer(pods, { clock, log, fieldSelector: `spec.nodeName=${nodeName}` });
}

function reporter(
  parts: AgentParts,
  nodes: ObjectApi<Node>,
  port: number,
  events: NodeEventRecorder,
  callbacks: Pick<StatusReporterOptions, 'onRepeatedFailure' | 'seen'>,
): StatusReporter {
  const { settings, environment, nodeName, metrics } = parts;
  const { vendor, clock, log } = environment;
  const { configuration } = settings.loaded;
  const gather = gatherer(parts, port);
  const wanted = async (): Promise<Node> => newNode(identityOf(parts), await gather({}), vendor);
  return new StatusReporter({
    nodeName,
    nodes,
    ...(configuration.registerNode
      ? {
          register: (signal: AbortSignal) =>
            registerNode({
              nodes,
              wanted,
              clock,
              log,
              signal,
              owned: {
                labels: ownedLabels(vendor),
                annotations: settings.cloudProvider === 'external' ? ownedAnnotations(vendor) : [],
              },
              created: (node) => events.written(undefined, node),
            }),
        }
      : {}),
    labels: systemLabels(identityOf(parts), vendor),
    gather,
    clock,
    log,
    updatePeriod: configuration.nodeStatusUpdateFrequency,
    reportPeriod: configuration.nodeStatusReportFrequency,
    registrations: metrics.counter({
      name: 'node_registrations_total',
      help: 'Registrations of the node, by cause: the start, a node that was deleted, one that took its place.',
      labels: ['cause'],
      stability: 'ALPHA',
    }),
    reported: (before, after) => events.written(before, after),
    ...callbacks,
  });
}

function gatherer(parts: AgentParts, port: number): (before: NodeStatus) => Promise<NodeStatus> {
  const { settings, environment, facts, nodeName, monitor, devices } = parts;
  const { configuration } = settings.loaded;
  return statusGatherer({
    vendor: environment.vendor,
    clock: environment.clock,
    facts,
    addresses: addressReader({
      hostName: nodeName,
      nodeIps: settings.nodeIps,
      hostNameType: environment.vendor.behaviour.hostNameAddress,
      fromCloud: settings.cloudProvider === 'external',
      log: environment.log,
      ...(settings.network === undefined ? {} : { network: settings.network }),
    }),
    rootDirectory: settings.rootDirectory,
    runtime: () => monitor.view(),
    faults: () => [...parts.faults],
    resources: resourceSettings(configuration),
    devices: () => devices.resources(),
    thresholds: watchedThresholds(configuration),
    maximumImages: configuration.nodeStatusMaxImages,
    transitionPeriod: configuration.evictionPressureTransitionPeriod,
    port,
    agentVersion,
  });
}

function identityOf({ settings, facts, nodeName }: AgentParts): NodeIdentity {
  const { providerID, registerWithTaints } = settings.loaded.configuration;
  return {
    name: nodeName,
    hostName: nodeName,
    architecture: facts.architecture,
    labels: settings.nodeLabels,
    taints: registerWithTaints,
    schedulable: settings.schedulable ?? true,
    ...(providerID === undefined ? {} : { providerId: providerID }),
    ...(settings.cloudProvider === 'external' ? { cloud: { nodeIps: specifiedIps(settings.nodeIps) } } : {}),
  };
}

function resourceSettings(configuration: AgentConfiguration): ResourceSettings {
  return {
    maximumPods: configuration.maxPods,
    podsPerCore: configuration.podsPerCore,
    systemReserved: configuration.systemReserved,
    agentReserved: configuration.agentReserved,
    evictionHard: hardThresholds(configuration),
  };
}

function hardThresholds({ evictionHard, mergeDefaultEvictionSettings }: AgentConfiguration): readonly Threshold[] {
  return parseThresholds(mergeDefaultEvictionSettings ? { ...defaultThresholds, ...evictionHard } : evictionHard);
}

/** The thresholds of a configuration, hard and soft ones. */
export function watchedThresholds(configuration: AgentConfiguration): readonly WatchedThreshold[] {
  const { evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim } = configuration;
  const reclaims = Object.entries(evictionMinimumReclaim).map(([signal, value]) => parseReclaim(signal, value));
  const watched = (threshold: Threshold, gracePeriod: number): WatchedThreshold => {
    const minimumReclaim = reclaims.find(({ signal }) => signal === threshold.signal);
    return { threshold, gracePeriod, ...(minimumReclaim === undefined ? {} : { minimumReclaim }) };
  };
  return [
    ...hardThresholds(configuration).map((threshold) => watched(threshold, 0)),
    ...parseThresholds(evictionSoft).map((one) => watched(one, evictionSoftGracePeriod[one.signal] ?? 0)),
  ];
}
