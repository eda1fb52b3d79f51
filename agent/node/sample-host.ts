// A small host, as tests of the node status see it.

import { noDevices } from '../device/device-book.ts';
import type { HostFacts } from './host-facts.ts';
import type { HostFigures } from './host-figures.ts';
import type { NodeStatusInput } from './node-status.ts';
import { defaultThresholds, parseThresholds } from './eviction-threshold.ts';

const gibibyte = 1024 ** 3;

export const sampleFacts: HostFacts = {
  hostName: 'n1',
  machineId: 'machine',
  systemUuid: 'system',
  bootId: 'boot',
  kernelVersion: '6.1.0',
  osImage: 'Example Linux 1',
  architecture: 'amd64',
  cpuCores: 4,
  memoryBytes: 8 * gibibyte,
  swapBytes: 0,
  hugePages: [{ pageSize: 2 * 1024 ** 2, pages: 0 }],
};

export const sampleFigures: HostFigures = {
  memory: { total: 8 * gibibyte, available: 4 * gibibyte },
  nodeDisk: { total: 100 * gibibyte, available: 50 * gibibyte },
  nodeInodes: { total: 1000, available: 900 },
  pids: { total: 4_000_000, available: 3_999_000 },
};

export const sampleInput: NodeStatusInput = {
  before: {},
  facts: sampleFacts,
  diskBytes: 100 * gibibyte,
  resources: {
    maximumPods: 110,
    podsPerCore: 0,
    systemReserved: {},
    agentReserved: {},
    evictionHard: parseThresholds(defaultThresholds),
  },
  devices: noDevices,
  pressures: new Set(),
  runtime: {
    state: 'answers',
    conditions: [
      { type: 'RuntimeReady', status: true, reason: '', message: '' },
      { type: 'NetworkReady', status: true, reason: '', message: '' },
    ],
  },
  runtimeVersion: { runtimeName: 'containerd', runtimeVersion: '2.1.4', runtimeApiVersion: 'v1' },
  runtimeHandlers: [{ name: '', recursiveReadOnlyMounts: true, userNamespaces: false }],
  supplementalGroupsPolicy: true,
  images: [],
  maximumImages: 50,
  addresses: [
    { type: 'InternalIP', address: '192.0.2.7' },
    { type: 'HostName', address: 'n1' },
  ],
  reportsNetwork: true,
  port: 10250,
  agentVersion: 'v1.34.0',
  now: Date.UTC(2026, 0, 1),
};
