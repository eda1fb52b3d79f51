// What changes all the time: free memory, disk and process numbers. Read on every status round, so only files and one
// system call; no program is started. Where a control group limits the agent's host, its figures count.

import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { cgroupMemory, cgroupPids } from './cgroup-limits.ts';
import { meminfo } from './host-facts.ts';

/** A limited amount and how much of it is left. */
export interface Supply {
  readonly total: number;
  readonly available: number;
}

export interface HostMetrics {
  /** Bytes. */
  readonly memory: Supply;
  /** Bytes and inodes of the file system that holds the agent's root directory. */
  readonly nodeDisk: Supply;
  readonly nodeInodes: Supply;
  /** The same of the file system that holds images; undefined while the runtime has not reported where. */
  readonly imageDisk?: Supply;
  readonly imageInodes?: Supply;
  /** And of the one that holds what containers write. */
  readonly containerDisk?: Supply;
  readonly containerInodes?: Supply;
  /** Process ids. */
  readonly pids: Supply;
}

export interface HostMetricsOptions {
  readonly rootDirectory: string;
  readonly imageMountpoint: string | undefined;
  readonly containerMountpoint: string | undefined;
  /** Where `/proc` and `/sys` are found. Default `/`. */
  readonly root?: string;
}

/** Rejects when `/proc` or the root directory cannot be read: without these metrics a status would be wrong. */
export async function readHostMetrics(options: HostMetricsOptions): Promise<HostMetrics> {
  const { root = '/' } = options;
  const disk = await diskSupply(options.rootDirectory);
  // These file systems belong to the runtime: when one is missing, the condition of the runtime reports it.
  const { imageMountpoint, containerMountpoint } = options;
  const images = await runtimeDisk(imageMountpoint);
  const containers = containerMountpoint === imageMountpoint ? images : await runtimeDisk(containerMountpoint);
  return {
    memory: await memorySupply(root),
    nodeDisk: disk.bytes,
    nodeInodes: disk.inodes,
    ...(images === undefined ? {} : { imageDisk: images.bytes, imageInodes: images.inodes }),
    ...(containers === undefined ? {} : { containerDisk: containers.bytes, containerInodes: containers.inodes }),
    pids: await pidSupply(root),
  };
}

/** Memory less the working set of the root group, as other agents count it; without groups, what the kernel calls available. */
async function memorySupply(root: string): Promise<Supply> {
  const memory = meminfo(await readFile(join(root, 'proc/meminfo'), 'utf8'));
  const total = memory.get('MemTotal') ?? 0;
  const available = memory.get('MemAvailable') ?? 0;
  const group = await cgroupMemory(root, total);
  if (group === undefined) return { total, available };
  const left = Math.max(0, group.limit - group.workingSet);
  // A group of a part of the host may have more left than the host around it: the smaller one is what can be had.
  return { total: group.limit, available: group.whole ? left : Math.min(available, left) };
}

/** The limit that is nearest: of the host, or of a group around the agent. */
async function pidSupply(root: string): Promise<Supply> {
  const number = async (path: string): Promise<number> => Number(await readFile(join(root, 'proc', path), 'utf8'));
  const loadavg = await readFile(join(root, 'proc/loadavg'), 'utf8');
  const threads = Number(/\/(\d+) /.exec(loadavg)?.[1] ?? 0);
  const total = Math.min(await number('sys/kernel/pid_max'), await number('sys/kernel/threads-max'));
  const host = { total, available: Math.max(0, total - threads) };
  const limited = await cgroupPids(root);
  if (limited === undefined) return host;
  const group = { total: limited.limit, available: Math.max(0, limited.limit - limited.current) };
  return group.available < host.available ? group : host;
}

interface Disk {
  readonly bytes: Supply;
  readonly inodes: Supply;
}

function runtimeDisk(mountpoint: string | undefined): Promise<Disk | undefined> {
  return mountpoint === undefined ? Promise.resolve(undefined) : diskSupply(mountpoint).catch(() => undefined);
}

async function diskSupply(path: string): Promise<Disk> {
  const found = await statfs(path);
  return {
    bytes: { total: found.blocks * found.bsize, available: found.bavail * found.bsize },
    inodes: { total: found.files, available: found.ffree },
  };
}
