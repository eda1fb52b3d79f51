// Gathers the usage of the host, the agent, the pods and the disks when a usage endpoint is requested. Keeps nothing but the
// samples for the CPU rates.

import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Runtime } from '../cri/runtime.ts';
import type { CpuUsage, FilesystemUsage, IoUsage, MemoryUsage } from '../cri/usage.ts';
import { CpuRates } from './cpu-rates.ts';
import type { FilesystemSize } from './filesystem-size.ts';
import { type HostUsage, readHostUsage } from './host-usage.ts';
import { logSizes } from './log-sizes.ts';
import { type MeasuredPod, measuredPods } from './pod-usage.ts';
import { ProcessMetrics } from './process-metrics.ts';
import type { FilesystemShare, SummaryInput } from './summary.ts';

export interface UsageReaderOptions {
  readonly runtime: Runtime;
  readonly nodeName: string;
  /** The agent's own folder. */
  readonly rootDirectory: string;
  /** Where container logs lie. */
  readonly logFolder: string;
  readonly clock: Clock;
  /** Whether pressure stall information is included (gate KubeletPSI). */
  readonly stalls: boolean;
  /** Where `/proc` and `/sys` are found. Default `/`. */
  readonly root?: string;
}

export interface UsageReader {
  /** Rejects when the host cannot be read. */
  host(): Promise<HostUsage>;
  /** Rejects with RuntimeError. */
  pods(signal: AbortSignal): Promise<readonly MeasuredPod[]>;
  /** The file system of what containers write; undefined when the runtime does not say where. Rejects with RuntimeError. */
  containerDisk(signal: AbortSignal): Promise<FilesystemSize | undefined>;
  /** Everything of the summary. Rejects as the other two do. */
  summary(signal: AbortSignal): Promise<SummaryInput>;
}

export function usageReader(options: UsageReaderOptions): UsageReader {
  const { runtime, nodeName, clock, rootDirectory, logFolder, root = '/' } = options;
  const rates = new CpuRates();
  const processes = new ProcessMetrics({ runtime, clock, root });
  const startedAt = clock.now();

  async function host(): Promise<HostUsage> {
    const usage = await readHostUsage(root, clock.now(), options.stalls);
    return { ...usage, cpu: rates.rated('host', usage.cpu) };
  }

  async function pods(signal: AbortSignal): Promise<readonly MeasuredPod[]> {
    const all = await processes.complete(await measuredPods(runtime, signal), signal);
    return (options.stalls ? all : all.map(withoutStalls)).map((pod) => ({
      ...pod,
      ...(pod.cpu === undefined ? {} : { cpu: rates.rated(`pod ${pod.id}`, pod.cpu) }),
      containers: pod.containers.map((one) =>
        one.cpu === undefined ? one : { ...one, cpu: rates.rated(`container ${one.id}`, one.cpu) },
      ),
    }));
  }

  function agent(now: number): SummaryInput['agent'] {
    const { user, system } = process.cpuUsage();
    const { rss } = process.memoryUsage();
    const cpu = rates.rated('agent', { at: now, coreNanoseconds: (user + system) * 1000 });
    return { startedAt, cpu, memory: { at: now, workingSetBytes: rss, usageBytes: rss, rssBytes: rss } };
  }

  return {
    host,
    pods,
    containerDisk: async (signal) => (await runtimeDisks(runtime, signal)).containerDisk?.size,
    summary: async (signal) => {
      const measured = await pods(signal);
      const now = clock.now();
      const nodeDisk = await diskOf(rootDirectory);
      const disks = await runtimeDisks(runtime, signal);
      const logDisk = await sizeOf(logFolder);
      return {
        nodeName,
        bootedAt: await bootTime(root),
        now,
        host: await host(),
        agent: agent(now),
        ...(nodeDisk === undefined ? {} : { nodeDisk }),
        ...disks,
        pods: measured,
        ...(logDisk === undefined ? {} : { logDisk }),
        logSizes: await logSizes(logFolder, measured),
      };
    },
  };
}

async function bootTime(root: string): Promise<number> {
  return Number(/^btime (\d+)$/m.exec(await readFile(join(root, 'proc/stat'), 'utf8'))?.[1] ?? 0) * 1000;
}

async function diskOf(path: string): Promise<FilesystemShare | undefined> {
  const size = await sizeOf(path);
  if (size === undefined) return undefined;
  const { bfree, bsize } = await statfs(path);
  return { size, usedBytes: size.capacityBytes - bfree * bsize, inodesUsed: size.inodes - size.inodesFree };
}

async function sizeOf(path: string): Promise<FilesystemSize | undefined> {
  const found = await statfs(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return {
    capacityBytes: found.blocks * found.bsize,
    availableBytes: found.bavail * found.bsize,
    inodes: found.files,
    inodesFree: found.ffree,
  };
}

/** The usage of the runtime's file systems for images and for containers. Without a separate one for containers, both are one. */
async function runtimeDisks(
  runtime: Runtime,
  signal: AbortSignal,
): Promise<Pick<SummaryInput, 'imageDisk' | 'containerDisk'>> {
  const { images, containers } = await runtime.filesystems(signal);
  const imageDisk = await shareOf(images[0]);
  const containerDisk = containers[0] === undefined ? imageDisk : await shareOf(containers[0]);
  return {
    ...(imageDisk === undefined ? {} : { imageDisk }),
    ...(containerDisk === undefined ? {} : { containerDisk }),
  };
}

async function shareOf(usage: FilesystemUsage | undefined): Promise<FilesystemShare | undefined> {
  const size = usage === undefined ? undefined : await sizeOf(usage.mountpoint);
  if (usage === undefined || size === undefined) return undefined;
  const { usedBytes, inodesUsed } = usage;
  return {
    size,
    ...(usedBytes === undefined ? {} : { usedBytes }),
    ...(inodesUsed === undefined ? {} : { inodesUsed }),
  };
}

function withoutStalls(pod: MeasuredPod): MeasuredPod {
  return { ...plain(pod), containers: pod.containers.map((one) => plain(one)) };
}

function plain<T extends { readonly cpu?: CpuUsage; readonly memory?: MemoryUsage; readonly io?: IoUsage }>(
  one: T,
): Omit<T, 'io'> {
  const { io: _, ...rest } = one;
  const { stalls: _cpu, ...cpu } = one.cpu ?? { at: 0 };
  const { stalls: _memory, ...memory } = one.memory ?? { at: 0 };
  return { ...rest, ...(one.cpu === undefined ? {} : { cpu }), ...(one.memory === undefined ? {} : { memory }) };
}
