// The usage of the whole host from /proc and /sys: CPU, memory, swap, network, processes. When a control group limits the
// agent's host (a container), memory and process ids are those of the group.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CpuUsage, IoUsage, MemoryUsage, NetworkUsage, StallUsage, SwapUsage } from '../cri/usage.ts';
import { cgroupCpuTime, cgroupMemory, cgroupPids, counters, rootGroups } from '../host/cgroup-limits.ts';
import { meminfo } from '../host/host-facts.ts';
import { cgroupMetrics } from './group-metrics.ts';
import { type HostDisk, hostDisks } from './host-disks.ts';
import { readHostStalls } from './host-stalls.ts';
import { networkDevices } from './network-devices.ts';

export interface HostUsage {
  readonly cpu: CpuUsage;
  readonly memory: MemoryUsage;
  /** Absent where the kernel does not report stalls. */
  readonly io?: IoUsage;
  /** All values are 0 on a host without swap. */
  readonly swap: SwapUsage;
  readonly disks: readonly HostDisk[];
  readonly network: NetworkUsage;
  readonly processes: { readonly at: number; readonly most: number; readonly current: number };
}

/**
 * `root` is where `/proc` and `/sys` are found, `at` the time in milliseconds; `stalls` asks for the time that work stood
 * still too. Rejects when `/proc` cannot be read.
 */
export async function readHostUsage(root: string, at: number, stalls: boolean): Promise<HostUsage> {
  const text = (path: string): Promise<string> => readFile(join(root, 'proc', path), 'utf8');
  const memory = meminfo(await text('meminfo'));
  const swapTotal = memory.get('SwapTotal') ?? 0;
  const swapFree = memory.get('SwapFree') ?? 0;
  const stallsOf = async (what: 'cpu' | 'memory' | 'io'): Promise<{ readonly stalls?: StallUsage }> => {
    const found = stalls ? await readHostStalls(root, what) : undefined;
    return found === undefined ? {} : { stalls: found };
  };
  const io = await stallsOf('io');
  const group = await cgroupMetrics(root, rootGroups);
  return {
    cpu: {
      at,
      coreNanoseconds: (await cgroupCpuTime(root)) ?? processorTime(await text('stat')),
      ...(group.cpu.userNanoseconds === undefined ? {} : { userNanoseconds: group.cpu.userNanoseconds }),
      ...(group.cpu.systemNanoseconds === undefined ? {} : { systemNanoseconds: group.cpu.systemNanoseconds }),
      ...(await stallsOf('cpu')),
    },
    memory: {
      at,
      ...(await memoryOf(root, memory)),
      ...(group.memory.oomKills === undefined ? {} : { oomKills: group.memory.oomKills }),
      ...faultsOf(counters(await text('vmstat').catch(() => ''))),
      ...(await stallsOf('memory')),
    },
    ...(io.stalls === undefined ? {} : { io: { at, ...io } }),
    swap: { at, availableBytes: swapFree, usageBytes: swapTotal - swapFree },
    disks: await hostDisks(root),
    network: networkOf(await text('net/dev').catch(() => ''), await text('net/route').catch(() => ''), at),
    processes: { at, ...(await processesOf(root)) },
  };
}

async function memoryOf(root: string, memory: ReadonlyMap<string, number>): Promise<Omit<MemoryUsage, 'at'>> {
  const total = memory.get('MemTotal') ?? 0;
  const available = memory.get('MemAvailable') ?? 0;
  const group = await cgroupMemory(root, total);
  if (group !== undefined) {
    const { limit, usage, workingSet, rss } = group;
    const left = Math.max(0, limit - workingSet);
    return {
      availableBytes: left,
      usageBytes: usage,
      workingSetBytes: workingSet,
      rssBytes: rss,
      cacheBytes: group.cache,
      mappedBytes: group.mapped,
    };
  }
  return {
    availableBytes: available,
    usageBytes: total - (memory.get('MemFree') ?? 0),
    workingSetBytes: total - available,
    rssBytes: memory.get('AnonPages') ?? 0,
    cacheBytes: memory.get('Cached') ?? 0,
    mappedBytes: memory.get('Mapped') ?? 0,
  };
}

function faultsOf(vmstat: ReadonlyMap<string, number>): Pick<MemoryUsage, 'pageFaults' | 'majorPageFaults'> {
  const all = vmstat.get('pgfault');
  const major = vmstat.get('pgmajfault');
  return {
    ...(all === undefined ? {} : { pageFaults: all }),
    ...(major === undefined ? {} : { majorPageFaults: major }),
  };
}

/** Of the line `cpu user nice system idle iowait irq softirq steal ...`, in hundredths of a second, what is no idling. */
function processorTime(stat: string): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (/^cpu .*$/m.exec(stat)?.[0] ?? '')
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * 10_000_000;
}

async function processesOf(root: string): Promise<{ readonly most: number; readonly current: number }> {
  const group = await cgroupPids(root);
  if (group !== undefined) return { most: group.limit, current: group.current };
  const proc = (path: string): Promise<string> => readFile(join(root, 'proc', path), 'utf8');
  const most = Math.min(Number(await proc('sys/kernel/pid_max')), Number(await proc('sys/kernel/threads-max')));
  return { most, current: Number(/\/(\d+) /.exec(await proc('loadavg'))?.[1] ?? 0) };
}

/** The interface of the first default route in `net/route`. */
function networkOf(devices: string, routes: string, at: number): NetworkUsage {
  const interfaces = networkDevices(devices);
  const out = /^(\S+)\t00000000\t/m.exec(routes)?.[1];
  const found = interfaces.find(({ name }) => name === out);
  return { at, ...(found === undefined ? {} : { defaultInterface: found }), interfaces };
}
