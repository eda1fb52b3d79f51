// Thousands of nodes in one process: each registers, keeps its lease and reports its status with the same loops as a real
// agent, over shared connections. A failing node retries on its own, and does not affect the others.

import { setMaxListeners } from 'node:events';
import { isNotFound } from '../../shared/client/request/failure.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { LeaseKeeper } from '../lease/lease-keeper.ts';
import type { Lease } from '../lease/next-lease.ts';
import type { Node } from '../node/node.ts';
import type { ObjectApi } from '../connection/object-api.ts';
import { newNode, registerNode } from '../node/registration.ts';
import { StatusReporter } from '../node/status-reporter.ts';
import type { FleetMetrics } from './fleet-metrics.ts';
import { SharedSleep } from './shared-sleep.ts';
import { type SimulatedNode, simulatedIdentity, simulatedStatus } from './simulated-node.ts';
import { type NodeView, viewedNode } from './viewed-nodes.ts';

export interface FleetOptions {
  readonly nodes: readonly SimulatedNode[];
  readonly nodeApi: ObjectApi<Node>;
  readonly leaseApi: ObjectApi<Lease>;
  /** The cache from which the loops read registered nodes. Default: they ask the server at every check. */
  readonly view?: NodeView;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly figures: FleetMetrics;
  readonly labels: Readonly<Record<string, string>>;
  /** Nodes that start per second. */
  readonly startRate: number;
  /** Seconds that a lease holds; renewed every quarter of it. */
  readonly leaseDuration: number;
  /** Milliseconds between two status checks, and between two reports of an unchanged status. */
  readonly statusPeriod: number;
  readonly reportPeriod: number;
  readonly agentVersion: string;
}

/** When it ends, everything is stopped; the nodes stay on the server. */
export function fleet(options: FleetOptions): Loop {
  return { name: 'simulated-nodes', run: (signal) => runFleet(options, signal) };
}

/** Nodes that have begun and have no lease yet: with so many the next one waits, or a slow server would drown in beginners. */
const mostBeginning = 50;
/** Milliseconds between two checks of their number. */
const look = 50;
/** How many fields of a lease's `spec` are a node's own. */
const ownFields = 3;

async function runFleet(given: FleetOptions, signal: AbortSignal): Promise<void> {
  const clock = new SharedSleep(given.clock);
  const options = { ...given, clock };
  const { nodes, startRate, figures } = options;
  const running: Promise<void>[] = [];
  // One signal ends all nodes, so it has many listeners.
  setMaxListeners(0, signal);
  const begun = clock.monotonic();
  try {
    for (const [position, node] of nodes.entries()) {
      const due = begun + (position * 1000) / startRate;
      if (due > clock.monotonic()) await clock.sleep(due - clock.monotonic(), signal);
      while (position - figures.nodes >= mostBeginning) await clock.sleep(look, signal);
      signal.throwIfAborted();
      running.push(...loopsOf(node, position, options).map((loop) => loop.run(signal)));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await Promise.all(running);
}

/**
 * The golden ratio: the multiples of it, without their whole part, lie evenly between 0 and 1, however many there are and
 * wherever one begins.
 */
const evenly = 0.618_033_988_749_895;

function loopsOf(node: SimulatedNode, position: number, options: FleetOptions): readonly Loop[] {
  const { vendor, clock, nodeApi, figures, labels, leaseDuration, statusPeriod, reportPeriod, agentVersion } = options;
  const log = silentLog;
  const nodes = counted(nodeApi, figures);
  const { view } = options;
  figures.begun(node.name);
  const registered = firstRegistration(nodes);
  const seen = view === undefined ? nodes : viewedNode(nodes, view);
  const uncounted = view === undefined ? nodeApi : viewedNode(nodeApi, view);
  const identity = simulatedIdentity(node, labels, vendor.fill('topology.{label}/zone'));
  const status = simulatedStatus(node, agentVersion);
  const wanted = async (): Promise<Node> => newNode(identity, status({}, clock.now()), vendor);
  // Each at times of its own, as hosts that know nothing of each other, at whatever rate they start: the server is to see
  // renewals and reports one by one.
  const phase = (position * evenly) % 1;
  return [
    new StatusReporter({
      nodeName: node.name,
      nodes: seen,
      register: (signal) => registered.attempt((api) => registerNode({ nodes: api, wanted, clock, log, signal })),
      gather: async (before) => status(before, clock.now()),
      clock,
      log,
      updatePeriod: statusPeriod,
      reportPeriod,
      firstPause: (0.5 + phase) * reportPeriod,
    }),
    new LeaseKeeper({
      leases: timed(options.leaseApi, node.name, options),
      nodeUid: async (signal) =>
        (await registered.uid()) ?? (await uncounted.get(node.name, signal)).metadata.uid ?? '',
      terms: {
        apiVersion: vendor.fill('coordination.{api}/v1'),
        namespace: vendor.fill('{short}-node-lease'),
        nodeName: node.name,
        durationSeconds: leaseDuration,
      },
      firstPause: phase * leaseDuration * 250,
      clock,
      log,
    }),
  ];
}

/**
 * Lets the lease of a node wait for the node. Both begin together: asked for the node before it is there the server would say
 * so, and the lease would follow a pause later; of thousands of nodes that is as many requests and a fixed time for each.
 */
function firstRegistration(nodes: ObjectApi<Node>) {
  let uid: string | undefined;
  let isFirst = true;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const noting: ObjectApi<Node> = {
    ...nodes,
    create: async (object, signal) => {
      const made = await nodes.create(object, signal);
      ({ uid } = made.metadata);
      return made;
    },
  };
  return {
    /** Registers by way of the given API; at the end of the first time, however it ends, the uid is given out. */
    attempt: async (register: (api: ObjectApi<Node>) => Promise<void>): Promise<void> => {
      try {
        await register(isFirst ? noting : nodes);
      } finally {
        isFirst = false;
        end();
      }
    },
    /** That of the node that was just made, once; undefined: the server has to be asked. */
    uid: async (): Promise<string | undefined> => {
      await ended;
      const made = uid;
      uid = undefined;
      return made;
    },
  };
}

/** Counts what fails. That a node is there already when it registers, or not yet, is no failure. */
function counted<T extends Node>(api: ObjectApi<T>, figures: FleetMetrics): ObjectApi<T> {
  const watched = async <R>(answer: Promise<R>, signal: AbortSignal | undefined, isNormal?: number): Promise<R> => {
    try {
      return await answer;
    } catch (error) {
      const code = (error as { readonly code?: unknown }).code;
      if (signal?.aborted !== true && code !== isNormal) figures.failed(error);
      throw error;
    }
  };
  return {
    get: (name, signal) => watched(api.get(name, signal), signal),
    create: (object, signal) => watched(api.create(object, signal), signal, 409),
    update: (object, signal) => watched(api.update(object, signal), signal),
    patchStatus: (name, patch, signal) => watched(api.patchStatus(name, patch, signal), signal),
  };
}

/** Measures the writes of a lease, and keeps of what was written the least that the next write needs. */
function timed(api: ObjectApi<Lease>, node: string, { clock, figures }: FleetOptions): ObjectApi<Lease> {
  const written = async (write: () => Promise<Lease>, signal: AbortSignal | undefined): Promise<Lease> => {
    const begun = clock.monotonic();
    try {
      const lease = await write();
      figures.renewed(node, clock.monotonic() - begun);
      return leanLease(lease);
    } catch (error) {
      if (signal?.aborted !== true) figures.failed(error);
      throw error;
    }
  };
  return {
    get: (name, signal) => api.get(name, signal),
    create: (object, signal) => written(() => api.create(object, signal), signal),
    update: (object, signal) => written(() => api.update(object, signal), signal),
    patchStatus: (name, patch, signal) => api.patchStatus(name, patch, signal),
  };
}

/**
 * Returns only what the next write needs of a lease. A lease stays in memory until its next renewal: thousands of whole leases
 * would be most of the garbage of a simulation. A lease with fields of other writers is kept whole.
 */
function leanLease(lease: Lease): Lease {
  const { apiVersion, kind, metadata, spec = {} } = lease;
  const { resourceVersion = '', labels, annotations, finalizers, ownerReferences = [] } = metadata;
  const isOurs = [labels, annotations, finalizers].every((one) => one === undefined) && ownerReferences.length <= 1;
  return isOurs && Object.keys(spec).length <= ownFields ? { apiVersion, kind, metadata: { resourceVersion } } : lease;
}

/** Deletes the nodes, some at a time; those that are gone already do not count. Resolves with how many were deleted. */
export async function deleteNodes(
  nodes: readonly SimulatedNode[],
  remove: (name: string) => Promise<unknown>,
  atOnce = 16,
): Promise<number> {
  const waiting = nodes.values();
  let deleted = 0;
  const work = async (): Promise<void> => {
    for (const { name } of waiting) {
      try {
        await remove(name);
        deleted += 1;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return deleted;
}
