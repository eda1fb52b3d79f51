// The messages of the container runtime interface in which runtimes report usage: field numbers as the interface's
// definition has them.

import {
  doubleShape,
  field,
  int64Shape,
  listOf,
  message,
  stringMapShape,
  stringShape,
  uint64Shape,
} from '../../shared/codec/protobuf/wire-codec.ts';
import { containerMetadata, filesystemUsage, podSandboxMetadata, uint64Value } from './messages.ts';

const count = uint64Value.shape;

/** Times are nanoseconds, shares are percent. */
const psiData = message('PsiData', {
  total: field(1, uint64Shape),
  avg10: field(2, doubleShape),
  avg60: field(3, doubleShape),
  avg300: field(4, doubleShape),
});
export const psiStats = message('PsiStats', { full: field(1, psiData.shape), some: field(2, psiData.shape) });
export const cpuUsage = message('CpuUsage', {
  timestamp: field(1, int64Shape),
  usageCoreNanoSeconds: field(2, count),
  usageNanoCores: field(3, count),
  psi: field(4, psiStats.shape),
});
export const memoryUsage = message('MemoryUsage', {
  timestamp: field(1, int64Shape),
  workingSetBytes: field(2, count),
  availableBytes: field(3, count),
  usageBytes: field(4, count),
  rssBytes: field(5, count),
  pageFaults: field(6, count),
  majorPageFaults: field(7, count),
  psi: field(8, psiStats.shape),
});
export const ioUsage = message('IoUsage', { timestamp: field(1, int64Shape), psi: field(2, psiStats.shape) });
export const swapUsage = message('SwapUsage', {
  timestamp: field(1, int64Shape),
  swapAvailableBytes: field(2, count),
  swapUsageBytes: field(3, count),
});
export const networkInterfaceUsage = message('NetworkInterfaceUsage', {
  name: field(1, stringShape),
  rxBytes: field(2, count),
  rxErrors: field(3, count),
  txBytes: field(4, count),
  txErrors: field(5, count),
});
export const networkUsage = message('NetworkUsage', {
  timestamp: field(1, int64Shape),
  defaultInterface: field(2, networkInterfaceUsage.shape),
  interfaces: field(3, listOf(networkInterfaceUsage.shape)),
});
const processUsage = message('ProcessUsage', {
  timestamp: field(1, int64Shape),
  processCount: field(2, count),
});

const containerAttributes = message('ContainerAttributes', {
  id: field(1, stringShape),
  metadata: field(2, containerMetadata.shape),
  labels: field(3, stringMapShape),
  annotations: field(4, stringMapShape),
});
export const containerStats = message('ContainerStats', {
  attributes: field(1, containerAttributes.shape),
  cpu: field(2, cpuUsage.shape),
  memory: field(3, memoryUsage.shape),
  writableLayer: field(4, filesystemUsage.shape),
  swap: field(5, swapUsage.shape),
  io: field(6, ioUsage.shape),
});
const containerStatsFilter = message('ContainerStatsFilter', {
  id: field(1, stringShape),
  podSandboxId: field(2, stringShape),
  labelSelector: field(3, stringMapShape),
});
const listContainerStatsRequest = message('ListContainerStatsRequest', {
  filter: field(1, containerStatsFilter.shape),
});
const listContainerStatsResponse = message('ListContainerStatsResponse', {
  stats: field(1, listOf(containerStats.shape)),
});

const podSandboxAttributes = message('PodSandboxAttributes', {
  id: field(1, stringShape),
  metadata: field(2, podSandboxMetadata.shape),
  labels: field(3, stringMapShape),
  annotations: field(4, stringMapShape),
});
const linuxPodSandboxStats = message('LinuxPodSandboxStats', {
  cpu: field(1, cpuUsage.shape),
  memory: field(2, memoryUsage.shape),
  network: field(3, networkUsage.shape),
  process: field(4, processUsage.shape),
  containers: field(5, listOf(containerStats.shape)),
  io: field(6, ioUsage.shape),
});
export const podSandboxStats = message('PodSandboxStats', {
  attributes: field(1, podSandboxAttributes.shape),
  linux: field(2, linuxPodSandboxStats.shape),
});
const podSandboxStatsFilter = message('PodSandboxStatsFilter', {
  id: field(1, stringShape),
  labelSelector: field(2, stringMapShape),
});
const listPodSandboxStatsRequest = message('ListPodSandboxStatsRequest', {
  filter: field(1, podSandboxStatsFilter.shape),
});
const listPodSandboxStatsResponse = message('ListPodSandboxStatsResponse', {
  stats: field(1, listOf(podSandboxStats.shape)),
});

/** The calls that report usage. */
export const usageCalls = {
  listContainerStats: {
    path: '/runtime.v1.RuntimeService/ListContainerStats',
    request: listContainerStatsRequest,
    response: listContainerStatsResponse,
  },
  listPodSandboxStats: {
    path: '/runtime.v1.RuntimeService/ListPodSandboxStats',
    request: listPodSandboxStatsRequest,
    response: listPodSandboxStatsResponse,
  },
} as const;
