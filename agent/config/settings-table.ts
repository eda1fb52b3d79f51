// Every setting that a configuration file of the agent can hold, with its type, its default and the flag that gives it too
// (requirements ACONF). One row is the field, the flag, its limits and its help. A field that is not in this table is refused at
// start, so that no setting is silently ignored.

import { parseFeatureGates } from '../../shared/process/command-line/feature-gates.ts';
import { valueFlag } from '../../shared/process/command-line/flag.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { defaultThresholds } from '../host/eviction-threshold.ts';
import { duration, type Field, field, integer, mapOf, optional, period, struct, text, trueOrFalse } from './field.ts';
import { flagged, flaggedList, flaggedMap } from './flagged-field.ts';
import { podSettings } from './pod-settings.ts';
import { accessSettings, servingSettings } from './serving-settings.ts';
import {
  absolutePath,
  amounts,
  bytes,
  calendar,
  endpoint,
  gates,
  gracePeriod,
  portion,
  reclaims,
  taints,
  thresholds,
} from './setting-shapes.ts';
import { parsePair, parseTaint, parseThresholdPair } from './written-settings.ts';

const node = { group: 'Node' };
const checkpoints = { group: 'Checkpoints' };
const threshold = { ...node, parse: parseThresholdPair, what: 'a threshold signal<amount' };
const quantities = { ...node, parse: parsePair, what: 'name=quantity' };

const registration = {
  registerNode: flagged('register-node', 'make the node known to the API server', node, field(trueOrFalse, true)),
  registerWithTaints: flaggedList(
    'register-with-taints',
    'taints of a new node, key=value:effect',
    { ...node, parse: parseTaint, what: 'a taint key=value:NoSchedule, :PreferNoSchedule or :NoExecute' },
    field(taints, []),
  ),
  providerID: flagged('provider-id', 'identity of the machine at its provider', node, optional(text())),
  nodeStatusUpdateFrequency: flagged(
    'node-status-update-frequency',
    'how often the status of the node is checked',
    node,
    period('10s'),
  ),
  /** Unset: five minutes, or the update frequency if only that is set. */
  nodeStatusReportFrequency: optional(duration),
  nodeLeaseDurationSeconds: field(integer(1, 86_400), 40),
  eventRecordQPS: flagged(
    'event-qps',
    'events about the node written per second; 0: no limit',
    node,
    field(integer(0, 10_000), 50),
  ),
  eventBurst: flagged('event-burst', 'events about the node written at once', node, field(integer(1, 100_000), 100)),
  nodeStatusMaxImages: flagged(
    'node-status-max-images',
    'images named in the status of the node; -1: all',
    node,
    field(integer(-1, 1_000_000), 50),
  ),
  maxPods: flagged('max-pods', 'most pods on the node', node, field(integer(0, 100_000), 110)),
  podsPerCore: flagged(
    'pods-per-core',
    'most pods for each core; 0: no such limit',
    node,
    field(integer(0, 100_000), 0),
  ),
};

const resources = {
  systemReserved: flaggedMap(
    'system-reserved',
    'resources kept for the system, name=quantity',
    quantities,
    field(amounts, {}),
  ),
  /** Its name depends on the vendor. */
  agentReserved: flaggedMap(
    '{short}-reserved',
    'resources kept for the agent and the runtime, name=quantity',
    quantities,
    field(amounts, {}),
  ),
  evictionHard: flaggedMap(
    'eviction-hard',
    'thresholds of node pressure, signal<amount',
    threshold,
    field(thresholds, defaultThresholds),
  ),
  /** They also cause pressure when they are crossed for their whole grace period. */
  evictionSoft: flaggedMap(
    'eviction-soft',
    'thresholds of node pressure that must last, signal<amount',
    threshold,
    field(thresholds, {}),
  ),
  evictionSoftGracePeriod: flaggedMap(
    'eviction-soft-grace-period',
    'how long soft thresholds must last, signal=duration',
    { ...node, parse: parsePair, what: 'signal=duration' },
    field(mapOf(gracePeriod), {}),
  ),
  evictionMinimumReclaim: flaggedMap(
    'eviction-minimum-reclaim',
    'what must be free beyond a threshold to end its pressure, signal=amount',
    { ...node, parse: parsePair, what: 'signal=amount' },
    field(reclaims, {}),
  ),
  evictionPressureTransitionPeriod: flagged(
    'eviction-pressure-transition-period',
    'how long a pressure is kept up after it ended',
    node,
    period('5m0s'),
  ),
  /** Whether signals that `evictionHard` leaves out keep their default. */
  mergeDefaultEvictionSettings: field(trueOrFalse, false),
  /** Where container logs lie; none outside it is ever read. */
  podLogsDir: field(absolutePath, '/var/log/pods'),
  /** Whether the log files of the host are served, at `/logs/`. */
  enableSystemLogHandler: field(trueOrFalse, true),
};

const archives = {
  /** Which checkpoint archives are removed, and when the rules are applied. Without a rule all are kept. */
  checkpointRetention: field(
    struct({
      maxCount: flagged(
        'checkpoint-max-count',
        'checkpoint archives kept of one container; default: all',
        checkpoints,
        optional(integer(0, 1_000_000)),
      ),
      maxAge: flagged(
        'checkpoint-max-age',
        'how long checkpoint archives are kept, such as 168h; default: forever',
        checkpoints,
        optional(duration),
      ),
      maxBytes: flagged(
        'checkpoint-max-bytes',
        'most disk space for all checkpoint archives, such as 50Gi; default: no limit',
        checkpoints,
        optional(bytes),
      ),
      schedule: flagged(
        'checkpoint-retention-schedule',
        'when old checkpoint archives are removed, as a calendar expression',
        checkpoints,
        field(calendar, '*/15 * * * *'),
      ),
    }),
    {},
  ),
  checkpointMinimumFree: flagged(
    'checkpoint-minimum-free',
    'free space that checkpoints leave on their disk, an amount or a percentage',
    checkpoints,
    field(portion, '100Mi'),
  ),
};

const runtime = {
  containerRuntimeEndpoint: flagged(
    'container-runtime-endpoint',
    'socket of the container runtime',
    {},
    field(endpoint, 'unix:///run/containerd/containerd.sock'),
  ),
  runtimeRequestTimeout: flagged(
    'runtime-request-timeout',
    'how long the container runtime may take to respond',
    node,
    period('2m0s'),
  ),
  featureGates: {
    ...field(gates, {}),
    flag: {
      name: 'feature-gates',
      flag: valueFlag('features to switch on or off, Name=true,...', parseFeatureGates, {
        what: 'a list of Name=true or Name=false',
        value: 'LIST',
      }),
      content: (given: unknown) => Object.fromEntries(given as ReadonlyMap<string, boolean>),
    },
  },
};

export const settingsTable = {
  ...servingSettings,
  ...accessSettings,
  ...registration,
  ...resources,
  ...archives,
  ...runtime,
  ...podSettings,
} satisfies Readonly<Record<string, Field<unknown>>>;

/** The name of a field of the table in files of the vendor. */
export function fieldName(vendor: Vendor, field: string): string {
  return field === 'agentReserved' ? vendor.fill('{short}Reserved') : field;
}
