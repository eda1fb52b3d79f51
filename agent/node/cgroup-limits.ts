// The limits that a control group draws around what the agent sees as its host (a container, a virtual host): memory and
// process numbers, of version 2 or 1. On a host of its own there are none, and the whole host counts.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CgroupMemory {
  /** Bytes: the limit, what is charged, and what of that cannot be given back at once. */
  readonly limit: number;
  readonly usage: number;
  readonly workingSet: number;
  readonly rss: number;
}

export interface CgroupPids {
  readonly limit: number;
  readonly current: number;
}

interface MemoryNames {
  readonly limit: string;
  readonly usage: string;
  readonly stat: string;
  readonly inactive: string;
  readonly anonymous: string;
}

const memoryVersions: readonly MemoryNames[] = [
  {
    limit: 'memory.max',
    usage: 'memory.current',
    stat: 'memory.stat',
    inactive: 'inactive_file',
    anonymous: 'anon',
  },
  {
    limit: 'memory/memory.limit_in_bytes',
    usage: 'memory/memory.usage_in_bytes',
    stat: 'memory/memory.stat',
    inactive: 'total_inactive_file',
    anonymous: 'total_rss',
  },
];

/** `root` is where `/sys` is found. Undefined when no limit below `hostBytes` is drawn. */
export async function cgroupMemory(root: string, hostBytes: number): Promise<CgroupMemory | undefined> {
  for (const names of memoryVersions) {
    const limit = await number(root, names.limit);
    if (limit === undefined || limit <= 0 || limit >= hostBytes) continue;
    const usage = await number(root, names.usage);
    if (usage === undefined) continue;
    const stat = counters((await text(root, names.stat)) ?? '');
    const inactive = stat.get(names.inactive) ?? 0;
    return { limit, usage, workingSet: Math.max(0, usage - inactive), rss: stat.get(names.anonymous) ?? 0 };
  }
  return undefined;
}

/** Undefined when process numbers are not limited here. */
export async function cgroupPids(root: string): Promise<CgroupPids | undefined> {
  for (const folder of ['', 'pids/']) {
    const limit = await number(root, `${folder}pids.max`);
    const current = await number(root, `${folder}pids.current`);
    if (limit !== undefined && limit > 0 && current !== undefined) return { limit, current };
  }
  return undefined;
}

/** Nanoseconds of processor time that all below the group's root has used; undefined when nobody counts. */
export async function cgroupCpuTime(root: string): Promise<number | undefined> {
  const microseconds = counters((await text(root, 'cpu.stat')) ?? '').get('usage_usec');
  if (microseconds !== undefined) return microseconds * 1000;
  return number(root, 'cpuacct/cpuacct.usage');
}

/** `name value` lines. */
export function counters(content: string): ReadonlyMap<string, number> {
  return new Map(Array.from(content.matchAll(/^(\S+) (\d+)$/gm), ([, name, value]) => [name ?? '', Number(value)]));
}

/** Undefined for a file that is missing or holds no number, as `max` does. */
async function number(root: string, path: string): Promise<number | undefined> {
  const content = (await text(root, path))?.trim() ?? '';
  return /^\d+$/.test(content) ? Number(content) : undefined;
}

function text(root: string, path: string): Promise<string | undefined> {
  return readFile(join(root, 'sys/fs/cgroup', path), 'utf8').catch(() => undefined);
}
