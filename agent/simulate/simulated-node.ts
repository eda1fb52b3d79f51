// The status of a simulated node: a healthy machine of a usual size that serves nothing. Pure.

import { nextConditions, type RuntimeHealth } from '../node/node-conditions.ts';
import type { NodeStatus } from '../node/node.ts';
import type { NodeIdentity } from '../node/registration.ts';

export interface SimulatedNode {
  /** Counts from the start index. */
  readonly index: number;
  readonly name: string;
  readonly zone: string | undefined;
}

export interface NamePlan {
  readonly prefix: string;
  readonly startIndex: number;
  readonly count: number;
  /** The nodes are distributed over `zone-0`, `zone-1` and so on; 0: they have no zone. */
  readonly zones: number;
}

export function simulatedNodes({ prefix, startIndex, count, zones }: NamePlan): readonly SimulatedNode[] {
  return Array.from({ length: count }, (_, offset) => {
    const index = startIndex + offset;
    return { index, name: `${prefix}${index}`, zone: zones === 0 ? undefined : `zone-${index % zones}` };
  });
}

/** `labels` are those of every node; `zoneLabel` is the name of the label of the zone. */
export function simulatedIdentity(
  { name, zone }: SimulatedNode,
  labels: Readonly<Record<string, string>>,
  zoneLabel: string,
): NodeIdentity {
  return {
    name,
    hostName: name,
    architecture: 'amd64',
    labels: { ...labels, ...(zone === undefined ? {} : { [zoneLabel]: zone }) },
    taints: [],
  };
}

const capacity = { cpu: '32', 'ephemeral-storage': '500Gi', memory: '128Gi', pods: '110' };

const runtime: RuntimeHealth = {
  state: 'answers',
  conditions: [
    { type: 'RuntimeReady', status: true, reason: '', message: '' },
    { type: 'NetworkReady', status: true, reason: '', message: '' },
  ],
};

/**
 * Makes the status of this node at `now` (milliseconds since the epoch), from the one the server has. What stays the same is
 * made once: it is asked for again and again, by thousands.
 */
export function simulatedStatus(
  { name, index }: SimulatedNode,
  agentVersion: string,
): (before: NodeStatus, now: number) => NodeStatus {
  const number = index.toString(16).padStart(12, '0').slice(-12);
  const address = [10, (index >> 16) & 255, (index >> 8) & 255, index & 255].join('.');
  const fixed: NodeStatus = {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    nodeInfo: {
      machineID: `${'0'.repeat(20)}${number}`,
      systemUUID: `00000000-0000-4000-8000-${number}`,
      bootID: `00000000-0000-4000-9000-${number}`,
      kernelVersion: 'simulated',
      osImage: 'simulated',
      containerRuntimeVersion: 'simulated://0',
      kubeletVersion: agentVersion,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  };
  return (before, now) => ({
    ...before,
    ...fixed,
    conditions: nextConditions({
      before: before.conditions ?? [],
      pressures: new Set(),
      runtime,
      missingCapacity: [],
      reportsNetwork: false,
      now,
    }),
  });
}
