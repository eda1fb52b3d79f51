// `orch-agent simulate`: thousands of nodes in one process, for load tests and for tests that need many nodes. They run no
// pods and serve nothing; the server sees registration, leases and status as from real agents. Exit code 1 when a node
// never got its lease written.

import { ApiClient } from '../../shared/client/request/api-client.ts';
import { type Connection, connect } from '../../shared/client/connection/connection.ts';
import { readConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { Informer } from '../../shared/client/watch/informer.ts';
import { checkDns1123Subdomain, checkLabelValue, checkQualifiedName } from '../../shared/object/names.ts';
import { type CommandOutput, command } from '../../shared/process/command-line/command.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import {
  choiceFlag,
  durationFlag,
  type FlagValues,
  integerFlag,
  listFlag,
  switchFlag,
  textFlag,
} from '../../shared/process/command-line/flag.ts';
import { stopOnSignals } from '../../shared/process/host/signals.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { agentVersion } from '../host/agent-version.ts';
import { boundedResponses, singleResponses } from '../connection/response-limits.ts';
import { parseLabel } from '../config/written-settings.ts';
import type { Lease } from '../lease/next-lease.ts';
import type { Node } from '../node/node.ts';
import { checkServerVendor } from '../connection/server-vendor.ts';
import { objectClient } from '../connection/object-client.ts';
import { deleteNodes, fleet } from '../simulate/fleet.ts';
import { CallGate, gated } from '../simulate/call-gate.ts';
import { FleetMetrics, fleetText, neverStartedText } from '../simulate/fleet-metrics.ts';
import { type SimulatedNode, simulatedNodes } from '../simulate/simulated-node.ts';
import { keptOfNode } from '../simulate/viewed-nodes.ts';

const simulateFlags = {
  kubeconfig: textFlag('how to reach the API server, as a user who may write nodes and leases', { value: 'FILE' }),
  nodes: integerFlag('how many nodes', { default: 10, min: 1, max: 100_000 }),
  prefix: textFlag('prefix of node names, before their number', { default: 'simulated-' }),
  'start-index': integerFlag('number of the first node: several processes have nodes of their own', { default: 0 }),
  zones: integerFlag('zones over which the nodes are distributed; 0: none', { default: 0 }),
  labels: listFlag('labels of every node, key=value', { parse: parseLabel, what: 'a label key=value' }),
  'start-rate': integerFlag('nodes that start per second', { default: 100, min: 1, max: 100_000 }),
  'lease-duration': durationFlag('duration of a lease; it is renewed every quarter of it', { default: 40_000 }),
  'status-period': durationFlag('between two status checks', { default: 10_000 }),
  'report-period': durationFlag('between two reports of an unchanged status', { default: 300_000 }),
  connections: integerFlag('most connections to the server', { default: 32, min: 1, max: 10_000 }),
  duration: durationFlag('how long to run; 0: until it is stopped', { default: 0 }),
  'print-period': durationFlag('between two lines of statistics', { default: 10_000 }),
  'print-durations': switchFlag('with JSON: print the duration of every renewal since the last line'),
  'delete-nodes': switchFlag('delete the nodes at the end'),
  output: choiceFlag('lines for people, or JSON for programs', ['text', 'json'], { short: 'o', default: 'text' }),
  vendor: choiceFlag('vendor whose API names are used', vendorIds, { default: 'orch' }),
};

/**
 * Milliseconds from the moment that a request is sent: a server that needs longer is taken for hung, and its connection is
 * broken. Longer than a real agent waits: to break thousands of requests, and connect as often, would help no server.
 */
const patience = 25_000;

/** Most bytes of one node in a list of all nodes. */
const bytesPerNode = 16 * 1024;

type SimulateFlags = FlagValues<typeof simulateFlags>;

export const simulateCommand = command({
  name: 'simulate',
  summary: 'pretend to be many nodes',
  description:
    'Registers nodes, renews their leases and reports their status, with the loops of the agent, until it is stopped. ' +
    'Prints how many renewals there are per second and how long they take, since the last line; the last line is of the whole run.',
  flags: simulateFlags,
  run: async ({ flags, output }) => {
    const { kubeconfig } = flags;
    if (kubeconfig === undefined) throw new UsageError('--kubeconfig is needed');
    if (flags['print-durations'] && flags.output !== 'json') {
      throw new UsageError('--print-durations needs --output=json');
    }
    const nodes = plannedNodes(flags);
    const signal = stopOnSignals();
    const connection = connect(await readConnectionConfig(kubeconfig), {
      clock: systemClock,
      vendor: vendorOf(flags.vendor),
      userAgent: 'orch-agent simulate',
      // One more for the watch of the nodes.
      connections: flags.connections + 1,
    });
    // Nothing else keeps the process alive while all nodes wait.
    const alive = setInterval(() => {}, 60_000);
    try {
      await checkServerVendor(connection.transport, vendorOf(flags.vendor), connection.server, signal);
      const failed = await simulate(flags, nodes, connection, output, signal);
      if (flags['delete-nodes']) {
        const client = new ApiClient(singleResponses(connection.transport), { clock: systemClock });
        const remove = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
        const deleted = await deleteNodes(nodes, (name) => remove.delete(name));
        if (flags.output === 'text') output.out(`${deleted} nodes deleted\n`);
      }
      return failed ? 1 : 0;
    } finally {
      clearInterval(alive);
      await connection.close();
    }
  },
});

function plannedNodes({ prefix, 'start-index': startIndex, nodes: count, zones, ...flags }: SimulateFlags) {
  const nodes = simulatedNodes({ prefix, startIndex, count, zones });
  const [fault] = checkDns1123Subdomain(nodes.at(-1)?.name ?? '');
  if (fault !== undefined) throw new UsageError(`--prefix: ${fault}`);
  for (const { key, value } of flags.labels) {
    const [wrong] = [...checkQualifiedName(key), ...checkLabelValue(value)];
    if (wrong !== undefined) throw new UsageError(`--labels: ${key}=${value}: ${wrong}`);
  }
  for (const name of ['lease-duration', 'status-period', 'print-period'] as const) {
    if (flags[name] < 1000) throw new UsageError(`--${name} must be a second at least`);
  }
  return nodes;
}

/** Whether a node never got its lease written. */
async function simulate(
  flags: SimulateFlags,
  nodes: readonly SimulatedNode[],
  connection: Connection,
  output: CommandOutput,
  signal: AbortSignal,
): Promise<boolean> {
  const vendor = vendorOf(flags.vendor);
  const figures = new FleetMetrics(() => systemClock.monotonic(), { tellsEach: flags['print-durations'] });
  const seconds = flags['lease-duration'] / 1000;
  const end = new AbortController();
  const client = new ApiClient(singleResponses(connection.transport), { clock: systemClock });
  const resource = { group: '', version: 'v1', resource: 'nodes' };
  const all = client.resource<Node>(resource);
  const leases = { group: vendor.fill('coordination.{api}'), version: 'v1', resource: 'leases' };
  const own = client.resource<Lease>(leases).in(vendor.fill('{short}-node-lease'));
  const gate = new CallGate({ most: flags.connections, clock: systemClock, stopped: end.signal });
  const listed = boundedResponses(connection.transport, systemClock, nodes.length * bytesPerNode);
  const viewed = new ApiClient(listed, { clock: systemClock }).resource<Node>(resource);
  const view = new Informer<Node>(viewed, { clock: systemClock }, keptOfNode(new Set(nodes.map(({ name }) => name))));
  const loop = fleet({
    nodes,
    nodeApi: gated(objectClient(all, patience, systemClock), gate, false),
    leaseApi: gated(objectClient(own, patience, systemClock), gate, true),
    view,
    vendor,
    clock: systemClock,
    figures,
    labels: Object.fromEntries(flags.labels.map(({ key, value }) => [key, value])),
    startRate: flags['start-rate'],
    leaseDuration: Math.floor(seconds),
    statusPeriod: flags['status-period'],
    reportPeriod: flags['report-period'],
    agentVersion,
  });
  const stop = (): void => {
    end.abort(signal.reason);
    // Requests in flight have no signal of their own.
    void connection.dropConnections();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (flags.duration > 0) systemClock.sleep(flags.duration, end.signal).then(stop, () => {});
  await Promise.all([view.run(end.signal), loop.run(end.signal), printFigures(figures, flags, output, end.signal)]);
  const total = figures.total();
  const left = figures.neverStarted(nodes.map(({ name }) => name));
  const isJson = flags.output === 'json';
  output.out(isJson ? `${JSON.stringify({ total, neverStarted: left })}\n` : `in all: ${fleetText(total)}\n`);
  if (!isJson) for (const line of neverStartedText(left, nodes.length)) output.error(`${line}\n`);
  // A run that is shorter than the report interval has printed no failure yet.
  if (figures.sinceLast().failures > 0) output.error(`the last failure: ${figures.lastError}\n`);
  return total.nodes < nodes.length;
}

async function printFigures(
  figures: FleetMetrics,
  flags: SimulateFlags,
  output: CommandOutput,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await systemClock.sleep(flags['print-period'], signal);
      const latest = figures.sinceLast();
      output.out(flags.output === 'json' ? `${JSON.stringify({ latest })}\n` : `${fleetText(latest)}\n`);
      if (latest.failures > 0) output.error(`the last failure: ${figures.lastError}\n`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
