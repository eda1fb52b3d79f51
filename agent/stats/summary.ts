// The document of `/stats/summary` (version v1alpha1 of the real agent's): figures of the node and of its pods under
// their documented names. Missing measurements are left out, and never shown as 0. Pure.

import { formatTime } from '../../shared/object/time.ts';
import type {
  CpuUsage,
  InterfaceUsage,
  IoUsage,
  MemoryUsage,
  NetworkUsage,
  StallUsage,
  SwapUsage,
} from '../cri/usage.ts';
import type { FilesystemSize } from './filesystem-size.ts';
import type { HostUsage } from './host-usage.ts';
import type { LogSize } from './log-sizes.ts';
import type { MeasuredContainer, MeasuredPod } from './pod-usage.ts';

/** The usage of a part of a file system. */
export interface FilesystemShare {
  readonly size: FilesystemSize;
  readonly usedBytes?: number;
  readonly inodesUsed?: number;
}

export interface SummaryInput {
  readonly nodeName: string;
  /** When the host came up, in milliseconds since the epoch; so are all times. */
  readonly bootedAt: number;
  readonly now: number;
  readonly host: HostUsage;
  /** Of the agent's own process. */
  readonly agent: { readonly startedAt: number; readonly cpu: CpuUsage; readonly memory: MemoryUsage };
  /** The file systems of the agent's root folder, of images, of what containers write; absent when it could not be read. */
  readonly nodeDisk?: FilesystemShare;
  readonly imageDisk?: FilesystemShare;
  readonly containerDisk?: FilesystemShare;
  readonly pods: readonly MeasuredPod[];
  /** The file system of logs, and what each container's take, by container id. */
  readonly logDisk?: FilesystemSize;
  readonly logSizes: ReadonlyMap<string, LogSize>;
}

export function summary(input: SummaryInput, onlyCpuAndMemory: boolean): object {
  return { node: nodeOf(input, onlyCpuAndMemory), pods: input.pods.map((pod) => podOf(pod, input, onlyCpuAndMemory)) };
}

function nodeOf(input: SummaryInput, brief: boolean): object {
  const { host, agent, nodeDisk, now } = input;
  return {
    nodeName: input.nodeName,
    systemContainers: [
      {
        name: 'kubelet',
        startTime: formatTime(agent.startedAt),
        cpu: cpuOf(agent.cpu),
        memory: memoryOf(agent.memory),
      },
    ],
    startTime: formatTime(input.bootedAt),
    cpu: cpuOf(host.cpu),
    memory: memoryOf(host.memory),
    swap: swapOf(host.swap),
    ...(brief
      ? {}
      : {
          ...(host.io === undefined ? {} : { io: ioOf(host.io) }),
          network: networkOf(host.network),
          ...(nodeDisk === undefined ? {} : { fs: shareOf(nodeDisk, now) }),
          ...runtimeOf(input),
          rlimit: {
            time: formatTime(host.processes.at),
            maxpid: host.processes.most,
            curproc: host.processes.current,
          },
        }),
  };
}

function runtimeOf({ imageDisk, containerDisk, now }: SummaryInput): object {
  if (imageDisk === undefined && containerDisk === undefined) return {};
  return {
    runtime: {
      ...(imageDisk === undefined ? {} : { imageFs: shareOf(imageDisk, now) }),
      ...(containerDisk === undefined ? {} : { containerFs: shareOf(containerDisk, now) }),
    },
  };
}

function podOf(pod: MeasuredPod, input: SummaryInput, brief: boolean): object {
  const { cpu, memory, swap, io, network, processCount } = pod;
  return {
    podRef: { name: pod.name, namespace: pod.namespace, uid: pod.uid },
    startTime: formatTime(pod.startedAt),
    containers: pod.containers.map((container) => containerOf(container, input, brief)),
    ...(cpu === undefined ? {} : { cpu: cpuOf(cpu) }),
    ...(memory === undefined ? {} : { memory: memoryOf(memory) }),
    ...(swap === undefined ? {} : { swap: swapOf(swap) }),
    ...(brief
      ? {}
      : {
          ...(io === undefined ? {} : { io: ioOf(io) }),
          ...(network === undefined ? {} : { network: networkOf(network) }),
          ...ephemeralStorageOf(pod, input),
          ...(processCount === undefined ? {} : { process_stats: { process_count: processCount } }),
        }),
  };
}

function containerOf(container: MeasuredContainer, input: SummaryInput, brief: boolean): object {
  const { cpu, memory, swap, io, writableLayer } = container;
  const { logDisk, now } = input;
  const disk = input.containerDisk ?? input.imageDisk;
  const logs = input.logSizes.get(container.id);
  return {
    name: container.name,
    startTime: formatTime(container.startedAt),
    ...(cpu === undefined ? {} : { cpu: cpuOf(cpu) }),
    ...(memory === undefined ? {} : { memory: memoryOf(memory) }),
    ...(swap === undefined ? {} : { swap: swapOf(swap) }),
    ...(brief || io === undefined ? {} : { io: ioOf(io) }),
    ...(brief || writableLayer === undefined || disk === undefined
      ? {}
      : {
          rootfs: shareOf(
            {
              size: disk.size,
              ...figure('usedBytes', writableLayer.usedBytes),
              ...figure('inodesUsed', writableLayer.inodesUsed),
            },
            now,
          ),
        }),
    ...(brief || logs === undefined || logDisk === undefined
      ? {}
      : { logs: shareOf({ size: logDisk, usedBytes: logs.bytes, inodesUsed: logs.inodes }, now) }),
  };
}

/** What a pod keeps on disk: what its containers wrote, and their logs. */
function ephemeralStorageOf(pod: MeasuredPod, { nodeDisk, logSizes, now }: SummaryInput): object {
  if (nodeDisk === undefined) return {};
  const layers = pod.containers.flatMap(({ writableLayer }) => (writableLayer === undefined ? [] : [writableLayer]));
  const logs = pod.containers.flatMap(({ id }) => logSizes.get(id) ?? []);
  if (layers.length + logs.length === 0) return {};
  const sum = (amounts: readonly (number | undefined)[]): number =>
    amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const usedBytes = sum([...layers.map((layer) => layer.usedBytes), ...logs.map(({ bytes }) => bytes)]);
  const inodesUsed = sum([...layers.map((layer) => layer.inodesUsed), ...logs.map(({ inodes }) => inodes)]);
  return { 'ephemeral-storage': shareOf({ size: nodeDisk.size, usedBytes, inodesUsed }, now) };
}

function cpuOf({ at, nanoCores, coreNanoseconds, stalls }: CpuUsage): object {
  return {
    time: formatTime(at),
    ...figure('usageNanoCores', nanoCores),
    ...figure('usageCoreNanoSeconds', coreNanoseconds),
    ...stallsOf(stalls),
  };
}

function memoryOf(memory: MemoryUsage): object {
  return {
    time: formatTime(memory.at),
    ...figure('availableBytes', memory.availableBytes),
    ...figure('usageBytes', memory.usageBytes),
    ...figure('workingSetBytes', memory.workingSetBytes),
    ...figure('rssBytes', memory.rssBytes),
    ...figure('pageFaults', memory.pageFaults),
    ...figure('majorPageFaults', memory.majorPageFaults),
    ...stallsOf(memory.stalls),
  };
}

function ioOf({ at, stalls }: IoUsage): object {
  return { time: formatTime(at), ...stallsOf(stalls) };
}

function stallsOf(stalls: StallUsage | undefined): object {
  return stalls === undefined ? {} : { psi: { full: stalls.full, some: stalls.some } };
}

function swapOf(swap: SwapUsage): object {
  return {
    time: formatTime(swap.at),
    ...figure('swapAvailableBytes', swap.availableBytes),
    ...figure('swapUsageBytes', swap.usageBytes),
  };
}

/** The values of the default interface are given separately, beside the list of all interfaces. */
function networkOf({ at, defaultInterface, interfaces }: NetworkUsage): object {
  return {
    time: formatTime(at),
    name: '',
    ...(defaultInterface === undefined ? {} : interfaceOf(defaultInterface)),
    interfaces: interfaces.map(interfaceOf),
  };
}

function interfaceOf({ name, rxBytes, rxErrors, txBytes, txErrors }: InterfaceUsage): object {
  return {
    name,
    ...figure('rxBytes', rxBytes),
    ...figure('rxErrors', rxErrors),
    ...figure('txBytes', txBytes),
    ...figure('txErrors', txErrors),
  };
}

function shareOf({ size, usedBytes, inodesUsed }: FilesystemShare, now: number): object {
  return {
    time: formatTime(now),
    availableBytes: size.availableBytes,
    capacityBytes: size.capacityBytes,
    ...figure('usedBytes', usedBytes),
    inodesFree: size.inodesFree,
    inodes: size.inodes,
    ...figure('inodesUsed', inodesUsed),
  };
}

function figure(name: string, value: number | undefined): object {
  return value === undefined ? {} : { [name]: value };
}
