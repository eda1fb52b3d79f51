// What control groups, of version 2 or 1, count of the host: memory, process numbers, processor time. A group that limits what
// the agent sees as its host (a container, a virtual host) stands for the host.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CgroupMemory {
  /** Bytes: the limit, or the memory of the host if there is no lower limit. */
  readonly limit: number;
  /** Whether the group is that of the whole host, so that nothing outside it uses memory too. */
  readonly whole: boolean;
  /** Bytes: charged memory; the same without inactive page cache; anonymous memory; page cache; mapped files. */
  readonly usage: number;
  readonly workingSet: number;
  readonly rss: number;
  readonly cache: number;
  readonly mapped: number;
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
  readonly cache: string;
  readonly mapped: string;
}

const memoryVersions: readonly MemoryNames[] = [
  {
    limit: 'memory.max',
    usage: 'memory.current',
    stat: 'memory.stat',
    inactive: 'inactive_file',
    anonymous: 'anon',
    cache: 'file',
    mapped: 'file_mapped',
  },
  {
    limit: 'memory/memory.limit_in_bytes',
    usage: 'memory/memory.usage_in_bytes',
    stat: 'memory/memory.stat',
    inactive: 'total_inactive_file',
    anonymous: 'total_rss',
    cache: 'total_cache',
    mapped: 'total_mapped_file',
  },
];

/**
 * The memory of the root group as other agents count it: available is the limit less the working set. `root` is where `/sys`
 * is found. Undefined when no group counts memory.
 */
export async function cgroupMemory(root: string, hostBytes: number): Promise<CgroupMemory | undefined> {
  for (const names of memoryVersions) {
    const stat = counters((await text(root, names.stat)) ?? '');
    const of = (name: string): number => stat.get(name) ?? 0;
    const charged = await number(root, names.usage);
    // The root group of version 2 has statistics but no usage file: its usage is the sum of anonymous memory and page cache.
    if (charged === undefined && stat.size === 0) continue;
    const usage = charged ?? of(names.anonymous) + of(names.cache);
    const drawn = await number(root, names.limit);
    const limited = drawn !== undefined && drawn > 0 && drawn < hostBytes;
    return {
      limit: limited ? drawn : hostBytes,
      // In version 1 the root group cannot be distinguished from other groups without a limit.
      whole: !limited && (charged === undefined || names.limit.includes('/')),
      usage,
      workingSet: Math.max(0, usage - of(names.inactive)),
      rss: of(names.anonymous),
      cache: of(names.cache),
      mapped: of(names.mapped),
    };
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

/** Nanoseconds of processor time that all below the group's root has used; undefined when it is not counted. */
export async function cgroupCpuTime(root: string): Promise<number | undefined> {
  const microseconds = counters((await text(root, 'cpu.stat')) ?? '').get('usage_usec');
  if (microseconds !== undefined) return microseconds * 1000;
  return number(root, 'cpuacct/cpuacct.usage');
}

/** The groups of a process: by controller in version 1, and under '' in version 2. */
export type ProcessGroups = ReadonlyMap<string, string>;

/** The root of every hierarchy. */
export const rootGroups: ProcessGroups = new Map([
  ['', '/'],
  ['memory', '/'],
  ['cpu', '/'],
  ['cpuacct', '/'],
  ['blkio', '/'],
]);

/** Reads `/proc/<pid>/cgroup`. Groups outside the root that is seen here are left out. */
export function processGroups(text: string): ProcessGroups {
  const lines = Array.from(text.matchAll(/^\d+:([^:]*):(\/.*)$/gm), ([, names = '', path = '']) => ({ names, path }));
  return new Map(
    lines
      .filter(({ path }) => !path.split('/').includes('..'))
      .flatMap(({ names, path }) => names.split(',').map((name) => [name, path] as const)),
  );
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
