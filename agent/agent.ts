// The composition of the node agent: builds the parts from the settings, starts servers and loops, and stops them. The logic is
// in the parts; this file only connects them, and determines the order of start and end.

import { join } from 'node:path';
import { type Connection, connect } from '../shared/client/connection/connection.ts';
import { transportMeasure } from '../shared/client/transport/measured-transport.ts';
import { recordBuild } from '../shared/process/metric/build-metric.ts';
import type { Clock } from '../shared/process/time/clock.ts';
import { FeatureGates } from '../shared/process/command-line/feature-gates.ts';
import { recordFeatureGates } from '../shared/process/metric/feature-metric.ts';
import { recordProcess } from '../shared/process/metric/process-metrics.ts';
import { healthMetrics, type NoteHealth } from '../shared/process/metric/health-metrics.ts';
import { makeFolder } from '../shared/process/host/folder.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import { createMetrics, type Metrics } from '../shared/process/metric/metrics.ts';
import { runLoops } from '../shared/process/loop/run-loops.ts';
import type { AgentEnvironment, AgentParts } from './agent-parts.ts';
import type { AgentSettings } from './config/agent-settings.ts';
import { agentVersion } from './host/agent-version.ts';
import { boundedResponses } from './connection/response-limits.ts';
import { type ArchiveFolder, archiveFolder } from './checkpoint/archive-folder.ts';
import { retentionJob } from './checkpoint/retention.ts';
import { agentGates } from './config/gates.ts';
import { grpcPodRuntime } from './cri/grpc-pod-runtime.ts';
import { grpcRuntime } from './cri/grpc-runtime.ts';
import { measuredRuntime } from './cri/measured-runtime.ts';
import { relist } from './cri/relist.ts';
import { type RuntimeMonitor, runtimeMonitor } from './cri/runtime-monitor.ts';
import { DevicePlugins } from './device/device-plugins.ts';
import { type FolderLock, lockFolder } from './host/folder-lock.ts';
import { readHostFacts } from './host/host-facts.ts';
import { ObservedAddresses } from './node/node-addresses.ts';
import { checkIdentity, nodeNameOf } from './host/node-name.ts';
import { checkServerVendor } from './connection/server-vendor.ts';
import { nodeLoops, podInformer } from './node-loops.ts';
import { podLoops } from './pod-loops.ts';
import { startHealthServer, startNodeServer } from './node-server.ts';
import { noBoundPods } from './pod/pod-view.ts';
import { clientKeeper, ownConnection, servingKeeper } from './own-certificates.ts';
import type { HealthCheck } from './server/endpoint/health.ts';
import type { Listening } from './server/listener.ts';
import { watchdog } from './watchdog/watchdog.ts';

export interface RunningAgent {
  readonly nodeName: string;
  readonly port: number;
  /** Undefined: no plain health endpoint. */
  readonly healthPort: number | undefined;
  /** Resolves when everything has stopped after the signal aborted; takes less than two seconds. */
  readonly ended: Promise<void>;
}

/** Milliseconds that requests under way have to end. */
const closeGrace = 1_000;
/** The loop that monitors the runtime counts as stuck when a round is overdue by this many milliseconds. */
const stuckAfter = 300_000;

/** Resolves when the agent serves. Rejects with an Error that says what to change when it cannot start. */
export async function startAgent(settings: AgentSettings, environment: AgentEnvironment): Promise<RunningAgent> {
  await makeFolder(settings.rootDirectory, 0o750);
  const lock = await lockFolder(settings.rootDirectory, environment.log);
  try {
    return await startInFolder(settings, environment, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The lock is released when the agent has ended. */
async function startInFolder(
  settings: AgentSettings,
  environment: AgentEnvironment,
  lock: FolderLock,
): Promise<RunningAgent> {
  const { clock, log, notifier, signal } = environment;
  const { configuration } = settings.loaded;
  const parts = await makeParts(settings, environment);
  const { runtime, podRuntime, monitor, connection, nodeName, metrics } = parts;
  const note = healthMetrics([metrics, parts.healthMetrics], environment.vendor);
  const healthChecks = checksOf(monitor, clock).map((check) => noted(check, note));
  const servers: Listening[] = [];
  const putAway = async (grace: number): Promise<void> => {
    await Promise.all(servers.map((one) => one.close(grace)));
    runtime.close();
    parts.podRuntime?.close();
    await connection?.close();
  };
  try {
    const guard = watchdog({ notifier, checks: healthChecks, clock, log });
    const pods = connection && podInformer(connection, nodeName, environment);
    const checkpoints = archiveFolder(join(settings.rootDirectory, 'checkpoints'));
    const leftovers = await checkpoints.prepare();
    if (leftovers.length > 0) log.warn('leftovers of interrupted checkpoints were removed', { files: leftovers });
    await parts.devices.recall();
    const retention = retentionOf(parts, checkpoints);
    const { listening: server, loops: followers } = await startNodeServer(
      parts,
      healthChecks,
      pods ?? noBoundPods,
      checkpoints,
    );
    servers.push(server);
    const health = await startHealthServer(configuration, healthChecks, environment);
    if (health !== undefined) servers.push(health);
    // One after another: when one cannot be made, no other may still write in a folder that is given back.
    const client = connection && (await clientKeeper(parts, connection));
    const serving = await servingKeeper(parts, (pair) => server.use(pair));
    const node = connection && nodeLoops(parts, connection, server.port);
    const running =
      podRuntime && pods && connection && node ? await podLoops({ ...parts, podRuntime }, connection, node, pods) : [];
    const connected = [...(node?.loops ?? []), ...running];
    const loops: Loop[] = [
      monitor,
      ...(podRuntime === undefined ? [relist({ runtime, metrics, clock })] : []),
      parts.devices,
      ...followers,
      ...(guard === undefined ? [] : [guard]),
      ...(retention === undefined ? [] : [retention]),
      ...(pods === undefined ? [] : [pods]),
      ...connected,
      ...[client, serving].flatMap((keeper) => keeper ?? []),
    ];
    const ending = runLoops(loops, { signal, log, metrics });
    const ended = whenAborted(signal).then(async () => {
      await Promise.all([ending, putAway(closeGrace)]);
      await lock.release();
    });
    return { nodeName, port: server.port, healthPort: health?.port, ended };
  } catch (error) {
    await putAway(0);
    throw error;
  }
}

/** Undefined: no rule is set, and every archive stays. */
function retentionOf({ settings, environment, metrics }: AgentParts, folder: ArchiveFolder): Loop | undefined {
  const { schedule, maxCount, maxAge, maxBytes } = settings.loaded.configuration.checkpointRetention;
  if (maxCount === undefined && maxAge === undefined && maxBytes === undefined) return undefined;
  const { clock, log } = environment;
  const rules = {
    ...(maxCount === undefined ? {} : { maxCount }),
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
  return retentionJob({ folder, rules, schedule, clock, log, metrics });
}

async function makeParts(settings: AgentSettings, environment: AgentEnvironment): Promise<AgentParts> {
  const { vendor, clock, log } = environment;
  const { configuration } = settings.loaded;
  const gates = new FeatureGates(agentGates, new Map(Object.entries(configuration.featureGates)));
  for (const warning of gates.warnings) log.warn(warning);
  const metrics = createMetrics();
  recordProcess(metrics);
  recordBuild(metrics, vendor, agentVersion);
  recordFeatureGates(gates, metrics, vendor.fill('{maker}_feature_enabled'));
  const facts = await readHostFacts();
  log.debug('host facts', { ...facts });
  const nodeName = nodeNameOf(facts.hostName, settings.hostNameOverride);
  const userAgent = vendor.fill(`kubelet/${agentVersion} (linux/${facts.architecture}) {maker}/orchkit`);
  const connection = await ownConnection(settings, environment, { nodeName, userAgent });
  if (connection !== undefined) await checkIdentity(nodeName, connection);
  const named = { name: 'kubelet_node_name', help: 'The name of the node; the value is always 1.', labels: ['node'] };
  metrics.gauge({ ...named, stability: 'ALPHA' }).set(1, { node: nodeName });
  const { containerRuntimeEndpoint: endpoint, runtimeRequestTimeout: callTimeout } = configuration;
  const api = connection && measuredConnection(connect(connection, { userAgent, clock, vendor }), metrics, clock);
  if (api !== undefined) await refuseOtherVendor(api, environment);
  const runtime = measuredRuntime(grpcRuntime({ endpoint, callTimeout }), metrics, clock);
  return {
    settings,
    environment,
    facts,
    nodeName,
    userAgent,
    metrics,
    healthMetrics: createMetrics(),
    runtime,
    podRuntime: settings.runsPods === true ? grpcPodRuntime({ endpoint, callTimeout }) : undefined,
    monitor: runtimeMonitor({
      runtime,
      clock,
      log,
      ...(settings.runtimePeriod === undefined ? {} : { period: settings.runtimePeriod }),
    }),
    devices: new DevicePlugins({ folder: join(settings.rootDirectory, 'device-plugins'), vendor, clock, log, metrics }),
    gates,
    connection: api,
    faults: new Set(),
    addresses: new ObservedAddresses(),
  };
}

/** Rejects with UsageError, the connection closed. */
async function refuseOtherVendor(connection: Connection, { vendor, signal }: AgentEnvironment): Promise<void> {
  try {
    await checkServerVendor(connection.transport, vendor, connection.server, signal);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The same connection, its requests counted and timed, its answers no longer than the agent can hold and wait for. */
function measuredConnection(connection: Connection, metrics: Metrics, clock: Clock): Connection {
  const measured = transportMeasure({ metrics, clock, host: new URL(connection.server).host });
  return { ...connection, transport: boundedResponses(measured(connection.transport), clock) };
}

function checksOf(monitor: RuntimeMonitor, clock: Clock): readonly HealthCheck[] {
  const started = clock.monotonic();
  return [
    { name: 'ping', fault: () => undefined },
    { name: 'log', fault: () => undefined },
    {
      name: 'syncloop',
      fault: () => {
        const since = clock.monotonic() - (monitor.lastRound() ?? started);
        return since > stuckAfter ? 'sync Loop took longer than expected' : undefined;
      },
    },
  ];
}

/** The check, whose outcomes are counted. */
function noted({ name, fault }: HealthCheck, note: NoteHealth): HealthCheck {
  return {
    name,
    fault: () => {
      const found = fault();
      note('healthz', name, found === undefined);
      return found;
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
