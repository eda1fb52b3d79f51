// What does not change while the host is up, read once at start: identity, kernel, operating system, cores, memory.
// Everything is a file below /proc, /sys and /etc; only the hardware's identity needs more, and comes in as a function.

import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface HugePages {
  /** Bytes of one page. */
  readonly pageSize: number;
  readonly pages: number;
}

export interface HostFacts {
  readonly hostName: string;
  readonly machineId: string;
  readonly systemUuid: string;
  readonly bootId: string;
  readonly kernelVersion: string;
  readonly osImage: string;
  /** As Go spells it: `amd64`, `arm64`, ... */
  readonly architecture: string;
  /** Cores that containers can use: those of the host, or fewer under a CPU limit around the agent. */
  readonly cpuCores: number;
  /** Bytes of memory, of the host or of a memory limit around the agent. */
  readonly memoryBytes: number;
  readonly swapBytes: number;
  readonly hugePages: readonly HugePages[];
}

export interface HostFactsOptions {
  /** Where `/proc`, `/sys` and `/etc` are found. Default `/`. */
  readonly root?: string;
  /** The identity of the hardware, '' when unknown. Default: asked from the firmware tables. */
  readonly systemUuid?: () => Promise<string>;
}

const goArchitectures: ReadonlyMap<string, string> = new Map([
  ['x64', 'amd64'],
  ['ia32', '386'],
  ['ppc64', 'ppc64le'],
]);

/** Never fails for a file that is missing: the fact is then '' or 0. */
export async function readHostFacts(options: HostFactsOptions = {}): Promise<HostFacts> {
  const root = options.root ?? '/';
  const text = async (path: string): Promise<string> =>
    (await readFile(join(root, path), 'utf8').catch(() => '')).trim();
  const memory = meminfo(await text('proc/meminfo'));
  const machineId = (await text('etc/machine-id')) || (await text('var/lib/dbus/machine-id'));
  return {
    hostName: ((await text('proc/sys/kernel/hostname')) || hostname()).toLowerCase(),
    machineId,
    systemUuid: (await (options.systemUuid ?? firmwareUuid)()) || machineId,
    bootId: await text('proc/sys/kernel/random/boot_id'),
    kernelVersion: await text('proc/sys/kernel/osrelease'),
    osImage: prettyName((await text('etc/os-release')) || (await text('usr/lib/os-release'))),
    architecture: goArchitectures.get(process.arch) ?? process.arch,
    cpuCores: smallest(countCores(await text('proc/cpuinfo')), cpuLimit(await text('sys/fs/cgroup/cpu.max'))),
    memoryBytes: smallest(
      memory.get('MemTotal') ?? 0,
      // Present only where a limit is drawn around the whole container or machine that the agent sees as its host.
      Number(await text('sys/fs/cgroup/memory.max')),
      Number(await text('sys/fs/cgroup/memory/memory.limit_in_bytes')),
    ),
    swapBytes: memory.get('SwapTotal') ?? 0,
    hugePages: await readHugePages(join(root, 'sys/kernel/mm/hugepages')),
  };
}

/** Bytes by name of `/proc/meminfo`. */
export function meminfo(text: string): ReadonlyMap<string, number> {
  const lines = text.matchAll(/^([^:\n]+):\s+(\d+) kB$/gm);
  return new Map(Array.from(lines, ([, name, kilobytes]) => [name ?? '', Number(kilobytes) * 1024]));
}

/** Asks the firmware tables through `systeminformation`, which knows the ways of many boards; loaded only for this. */
async function firmwareUuid(): Promise<string> {
  const { system } = await import('systeminformation');
  const { uuid } = await system();
  return uuid === '-' ? '' : uuid;
}

function prettyName(osRelease: string): string {
  const value = /^PRETTY_NAME=(.*)$/m.exec(osRelease)?.[1] ?? 'Linux';
  return value.replace(/^(["'])(.*)\1$/, '$2');
}

function countCores(cpuinfo: string): number {
  return cpuinfo.match(/^processor\s*:/gm)?.length ?? 1;
}

/** Whole cores of `<quota> <period>`; NaN when there is no limit. A part of a core counts as one. */
function cpuLimit(cpuMax: string): number {
  const [quota, period] = cpuMax.split(' ');
  return Math.ceil(Number(quota) / Number(period));
}

/** The smallest of those that are numbers above 0. */
function smallest(first: number, ...others: readonly number[]): number {
  return others.filter((value) => value > 0).reduce((least, value) => Math.min(least, value), first);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

async function readHugePages(folder: string): Promise<readonly HugePages[]> {
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(
    names.toSorted(byText).map(async (name) => ({
      pageSize: Number(/^hugepages-(\d+)kB$/.exec(name)?.[1] ?? 0) * 1024,
      pages: Number(await readFile(join(folder, name, 'nr_hugepages'), 'utf8').catch(() => '0')),
    })),
  );
  return all.filter(({ pageSize }) => pageSize > 0);
}
