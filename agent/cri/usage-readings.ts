// Wire messages about usage, converted to the runtime contract: missing values stay missing. Pure.

import type { MessageOf } from '../../shared/codec/protobuf/wire-codec.ts';
import type { filesystemUsage, uint64Value } from './messages.ts';
import type {
  ContainerUsage,
  CpuUsage,
  FilesystemUsage,
  InterfaceUsage,
  IoUsage,
  MemoryUsage,
  SandboxUsage,
  StallUsage,
} from './usage.ts';
import type {
  containerStats,
  cpuUsage,
  ioUsage,
  memoryUsage,
  networkInterfaceUsage,
  networkUsage,
  podSandboxStats,
  psiStats,
  swapUsage,
} from './usage-messages.ts';

type Count = MessageOf<typeof uint64Value> | undefined;

export function containerUsageFrom(one: MessageOf<typeof containerStats>): ContainerUsage {
  const { cpu, memory, swap, writableLayer, io } = one;
  return {
    id: one.attributes?.id ?? '',
    name: one.attributes?.metadata?.name ?? '',
    attempt: one.attributes?.metadata?.attempt ?? 0,
    labels: one.attributes?.labels ?? new Map(),
    ...(cpu === undefined ? {} : { cpu: cpuFrom(cpu) }),
    ...(memory === undefined ? {} : { memory: memoryFrom(memory) }),
    ...(swap === undefined ? {} : { swap: swapFrom(swap) }),
    ...(writableLayer === undefined ? {} : { writableLayer: filesystemFrom(writableLayer) }),
    ...(io === undefined ? {} : { io: ioFrom(io) }),
  };
}

export function sandboxUsageFrom(one: MessageOf<typeof podSandboxStats>): SandboxUsage {
  const { cpu, memory, io, network, process, containers = [] } = one.linux ?? {};
  return {
    id: one.attributes?.id ?? '',
    podName: one.attributes?.metadata?.name ?? '',
    podNamespace: one.attributes?.metadata?.namespace ?? '',
    podUid: one.attributes?.metadata?.uid ?? '',
    ...(cpu === undefined ? {} : { cpu: cpuFrom(cpu) }),
    ...(memory === undefined ? {} : { memory: memoryFrom(memory) }),
    ...(io === undefined ? {} : { io: ioFrom(io) }),
    ...(network === undefined ? {} : { network: networkFrom(network, cpu?.timestamp ?? 0n) }),
    ...number('processCount', process?.processCount),
    containers: containers.map(containerUsageFrom),
  };
}

export function filesystemFrom(one: MessageOf<typeof filesystemUsage>): FilesystemUsage {
  return {
    at: millisecondsOf(one.timestamp),
    mountpoint: one.fsId?.mountpoint ?? '',
    ...number('usedBytes', one.usedBytes),
    ...number('inodesUsed', one.inodesUsed),
  };
}

function cpuFrom(one: MessageOf<typeof cpuUsage>): CpuUsage {
  return {
    at: millisecondsOf(one.timestamp),
    ...number('coreNanoseconds', one.usageCoreNanoSeconds),
    ...number('nanoCores', one.usageNanoCores),
    ...stallsFrom(one.psi),
  };
}

function memoryFrom(one: MessageOf<typeof memoryUsage>): MemoryUsage {
  return {
    at: millisecondsOf(one.timestamp),
    ...number('workingSetBytes', one.workingSetBytes),
    // Where there is no limit below which something could be left, runtimes say 0.
    ...(one.availableBytes?.value === 0n ? {} : number('availableBytes', one.availableBytes)),
    ...number('usageBytes', one.usageBytes),
    ...number('rssBytes', one.rssBytes),
    ...number('pageFaults', one.pageFaults),
    ...number('majorPageFaults', one.majorPageFaults),
    ...stallsFrom(one.psi),
  };
}

function ioFrom(one: MessageOf<typeof ioUsage>): IoUsage {
  return { at: millisecondsOf(one.timestamp), ...stallsFrom(one.psi) };
}

function stallsFrom(psi: MessageOf<typeof psiStats> | undefined): { readonly stalls?: StallUsage } {
  if (psi === undefined) return {};
  const stall = (data: typeof psi.some) => ({
    total: Number(data?.total ?? 0n),
    avg10: data?.avg10 ?? 0,
    avg60: data?.avg60 ?? 0,
    avg300: data?.avg300 ?? 0,
  });
  return { stalls: { some: stall(psi.some), full: stall(psi.full) } };
}

function swapFrom(one: MessageOf<typeof swapUsage>): NonNullable<ContainerUsage['swap']> {
  return {
    at: millisecondsOf(one.timestamp),
    ...number('availableBytes', one.swapAvailableBytes),
    ...number('usageBytes', one.swapUsageBytes),
  };
}

/** Some runtimes report only the default interface, or no time. It is added to the list; `otherwise` is used as the time. */
function networkFrom(one: MessageOf<typeof networkUsage>, otherwise: bigint): NonNullable<SandboxUsage['network']> {
  const { defaultInterface, interfaces, timestamp } = one;
  const at = millisecondsOf(timestamp === 0n ? otherwise : timestamp);
  if (defaultInterface === undefined) return { at, interfaces: interfaces.map(interfaceFrom) };
  const isListed = interfaces.some(({ name }) => name === defaultInterface.name);
  const all = isListed ? interfaces : [defaultInterface, ...interfaces];
  return { at, defaultInterface: interfaceFrom(defaultInterface), interfaces: all.map(interfaceFrom) };
}

function interfaceFrom(one: MessageOf<typeof networkInterfaceUsage>): InterfaceUsage {
  return {
    name: one.name,
    ...number('rxBytes', one.rxBytes),
    ...number('rxErrors', one.rxErrors),
    ...number('txBytes', one.txBytes),
    ...number('txErrors', one.txErrors),
  };
}

function number<K extends string>(key: K, count: Count): { readonly [P in K]?: number } {
  return (count === undefined ? {} : { [key]: Number(count.value) }) as { readonly [P in K]?: number };
}

function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n);
}
