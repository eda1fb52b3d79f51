// The node's conditions (requirements NSTAT): from what was observed to the next list, with heartbeat and transition times.
// Conditions that others write stay as they are. Pure.

import { formatTime } from '../../shared/object/time.ts';
import type { RuntimeCondition } from '../cri/runtime.ts';
import type { Pressure } from '../host/eviction-threshold.ts';
import type { ConditionStatus, NodeCondition } from './node.ts';

/** The state of the runtime as last seen by the agent. */
export type RuntimeHealth =
  /** No status response since the agent started. */
  | { readonly state: 'unknown' }
  /** The last status response is too old. */
  | { readonly state: 'down' }
  | { readonly state: 'answers'; readonly conditions: readonly RuntimeCondition[] };

export interface ConditionInput {
  /** The conditions as the server has them. */
  readonly before: readonly NodeCondition[];
  readonly pressures: ReadonlySet<Pressure>;
  readonly runtime: RuntimeHealth;
  /** Why the node is not ready beside what is observed here: it is shutting down. Default: nothing. */
  readonly faults?: readonly string[];
  /** Resources without which a node is not ready, but whose capacity could not be found. */
  readonly missingCapacity: readonly string[];
  /** Whether the agent itself reports the state of the node's network. */
  readonly reportsNetwork: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Observation {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

interface PressureTexts {
  readonly low: Omit<Observation, 'type'>;
  readonly enough: Omit<Observation, 'type'>;
}

const pressureTexts: Readonly<Record<Pressure, PressureTexts>> = {
  MemoryPressure: pressure(
    'InsufficientMemory',
    'insufficient memory available',
    'SufficientMemory',
    'sufficient memory available',
  ),
  DiskPressure: pressure('DiskPressure', 'disk pressure', 'NoDiskPressure', 'no disk pressure'),
  PIDPressure: pressure('InsufficientPID', 'insufficient PID available', 'SufficientPID', 'sufficient PID available'),
};

export function nextConditions(input: ConditionInput): readonly NodeCondition[] {
  const observed: readonly Observation[] = [
    ...(input.reportsNetwork ? [networkCondition(input.runtime)] : []),
    ...(Object.keys(pressureTexts) as Pressure[]).map((type) => {
      const { low, enough } = pressureTexts[type];
      return { type, ...(input.pressures.has(type) ? low : enough) };
    }),
    readyCondition(input),
  ];
  const own = new Set(observed.map(({ type }) => type));
  const now = formatTime(input.now);
  const next = observed.map((one): NodeCondition => {
    const before = input.before.find(({ type }) => type === one.type);
    const since = before?.status === one.status ? before.lastTransitionTime : undefined;
    const { type, status, reason, message } = one;
    return { type, status, lastHeartbeatTime: now, lastTransitionTime: since ?? now, reason, message };
  });
  return [...input.before.filter(({ type }) => !own.has(type)), ...next];
}

function pressure(lowReason: string, low: string, enoughReason: string, enough: string): PressureTexts {
  return {
    low: { status: 'True', reason: `KubeletHas${lowReason}`, message: `kubelet has ${low}` },
    enough: { status: 'False', reason: `KubeletHas${enoughReason}`, message: `kubelet has ${enough}` },
  };
}

function readyCondition({ runtime, missingCapacity, faults: others = [] }: ConditionInput): Observation {
  const faults = [...runtimeFaults(runtime), ...others];
  if (missingCapacity.length > 0) faults.push(`missing node capacity for resources: ${missingCapacity.join(', ')}`);
  if (faults.length === 0) {
    return { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' };
  }
  const message = faults.length === 1 ? (faults[0] ?? '') : `[${faults.join(', ')}]`;
  return { type: 'Ready', status: 'False', reason: 'KubeletNotReady', message };
}

function runtimeFaults(runtime: RuntimeHealth): readonly string[] {
  if (runtime.state === 'unknown') return ['container runtime status check may not have completed yet'];
  if (runtime.state === 'down') return ['container runtime is down'];
  const faultOf = (type: string, lead: string): string[] => {
    const found = runtime.conditions.find((one) => one.type === type);
    if (found?.status === true) return [];
    const state = `${type}=${found?.status ?? 'unknown'}`;
    return [`${lead}: ${state} reason:${found?.reason ?? ''} message:${found?.message ?? ''}`];
  };
  return [
    ...faultOf('RuntimeReady', 'container runtime not ready'),
    ...faultOf('NetworkReady', 'container runtime network not ready'),
  ];
}

function networkCondition(runtime: RuntimeHealth): Observation {
  const type = 'NetworkUnavailable';
  const found = runtime.state === 'answers' ? runtime.conditions.find((one) => one.type === 'NetworkReady') : undefined;
  // Only a runtime that reports a network fault makes the network unavailable, not one that does not respond.
  if (found !== undefined && !found.status) {
    return { type, status: 'True', reason: found.reason || 'NetworkNotReady', message: found.message };
  }
  return { type, status: 'False', reason: 'NetworkReady', message: 'no fault of the node network is known' };
}
