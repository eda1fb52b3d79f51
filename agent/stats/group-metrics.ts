// The statistics of a control group (version 2 or 1) that runtimes do not report: user and system CPU time, throttling, page
// cache, swap, OOM kills, disk I/O, and its limits. Values that the kernel does not report are absent.

import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CpuUsage, DeviceIo, MemoryUsage } from '../cri/usage.ts';
import { counters, type ProcessGroups } from '../host/cgroup-limits.ts';

export interface GroupLimits {
  /** CPU shares, in the unit of version 1. */
  readonly cpuShares?: number;
  /** Microseconds of processor time in each period; absent without a limit. */
  readonly cpuQuota?: number;
  readonly cpuPeriod?: number;
  /** 0: no limit. */
  readonly memoryBytes?: number;
}

export interface CgroupMetrics {
  readonly cpu: Omit<CpuUsage, 'at'>;
  readonly memory: Omit<MemoryUsage, 'at'>;
  readonly swapBytes?: number;
  readonly devices: readonly DeviceIo[];
  readonly limits: GroupLimits;
}

/** The kernel counts processor time of version 1 in hundredths of a second. */
const tick = 10_000_000;
/** In version 1 this value or more means no limit. */
const limitless = 2 ** 60;

/** `root` is where `/proc` and `/sys` are found. Never rejects. */
export async function cgroupMetrics(root: string, groups: ProcessGroups): Promise<CgroupMetrics> {
  const read: ReadGroup = async (controller, file) => {
    const path = groups.get(controller);
    if (path === undefined) return '';
    return readFile(join(root, 'sys/fs/cgroup', controller, path, file), 'utf8').catch(() => '');
  };
  const stat = counters(await read('', 'memory.stat'));
  const found = stat.size > 0 ? await ofVersion2(read, stat) : await ofVersion1(read);
  const devices = found.devices.length === 0 ? [] : await named(root, found.devices);
  return { ...found, devices };
}

/** The group around that of a pod's sandbox, when it is the pod's: its name has the pod's id in it. */
export function podGroups(groups: ProcessGroups, podUid: string): ProcessGroups {
  const plain = (text: string): string => text.replaceAll('_', '-');
  const around = [...groups].map(([controller, path]) => [controller, dirname(path)] as const);
  return new Map(around.filter(([, path]) => podUid !== '' && plain(basename(path)).includes(plain(podUid))));
}

type ReadGroup = (controller: string, file: string) => Promise<string>;
type Unnamed = Omit<CgroupMetrics, 'devices'> & { readonly devices: readonly DeviceIo[] };

async function ofVersion2(read: ReadGroup, memory: ReadonlyMap<string, number>): Promise<Unnamed> {
  const cpu = counters(await read('', 'cpu.stat'));
  const events = counters(await read('', 'memory.events'));
  const [quota = '', period] = (await read('', 'cpu.max')).trim().split(' ');
  const weight = numberOf(await read('', 'cpu.weight'));
  const swapBytes = numberOf(await read('', 'memory.swap.current'));
  const limit = (await read('', 'memory.max')).trim();
  return {
    cpu: known({
      userNanoseconds: times(cpu.get('user_usec'), 1000),
      systemNanoseconds: times(cpu.get('system_usec'), 1000),
      periods: cpu.get('nr_periods'),
      throttledPeriods: cpu.get('nr_throttled'),
      throttledNanoseconds: times(cpu.get('throttled_usec'), 1000),
    }),
    memory: known({
      cacheBytes: memory.get('file'),
      mappedBytes: memory.get('file_mapped'),
      oomKills: events.get('oom_kill'),
      limitHits: events.get('max'),
      mostBytes: numberOf(await read('', 'memory.peak')),
    }),
    ...known({ swapBytes }),
    devices: devicesOf(await read('', 'io.stat'), (line) => {
      const figures = new Map(
        Array.from(line.matchAll(/(\w+)=(\d+)/g), ([, name = '', value]) => [name, Number(value)]),
      );
      return known({
        readBytes: figures.get('rbytes'),
        writtenBytes: figures.get('wbytes'),
        reads: figures.get('rios'),
        writes: figures.get('wios'),
      });
    }),
    limits: known({
      cpuShares: weight === undefined ? undefined : Math.floor(2 + ((weight - 1) * 262_142) / 9_999),
      cpuQuota: numberOf(quota),
      cpuPeriod: numberOf(period ?? ''),
      memoryBytes: limit === 'max' ? 0 : numberOf(limit),
    }),
  };
}

async function ofVersion1(read: ReadGroup): Promise<Unnamed> {
  const memory = counters(await read('memory', 'memory.stat'));
  const time = counters(await read('cpuacct', 'cpuacct.stat'));
  const cpu = counters(await read('cpu', 'cpu.stat'));
  const limit = numberOf(await read('memory', 'memory.limit_in_bytes'));
  const bytes = await read('blkio', 'blkio.throttle.io_service_bytes_recursive');
  const calls = await read('blkio', 'blkio.throttle.io_serviced_recursive');
  return {
    cpu: known({
      userNanoseconds: times(time.get('user'), tick),
      systemNanoseconds: times(time.get('system'), tick),
      periods: cpu.get('nr_periods'),
      throttledPeriods: cpu.get('nr_throttled'),
      throttledNanoseconds: cpu.get('throttled_time'),
    }),
    memory: known({
      cacheBytes: memory.get('total_cache'),
      mappedBytes: memory.get('total_mapped_file'),
      oomKills: counters(await read('memory', 'memory.oom_control')).get('oom_kill'),
      limitHits: numberOf(await read('memory', 'memory.failcnt')),
      mostBytes: numberOf(await read('memory', 'memory.max_usage_in_bytes')),
    }),
    ...known({ swapBytes: memory.get('total_swap') }),
    devices: joined(
      devicesOf(bytes, (line) => operations(line, 'readBytes', 'writtenBytes')),
      devicesOf(calls, (line) => operations(line, 'reads', 'writes')),
    ),
    limits: known({
      cpuShares: numberOf(await read('cpu', 'cpu.shares')),
      // -1 without a limit, which is no number here.
      cpuQuota: numberOf(await read('cpu', 'cpu.cfs_quota_us')),
      cpuPeriod: numberOf(await read('cpu', 'cpu.cfs_period_us')),
      memoryBytes: limit !== undefined && limit >= limitless ? 0 : limit,
    }),
  };
}

/** Of a line `8:0 Read 123`. */
function operations(line: string, read: keyof DeviceIo, written: keyof DeviceIo): Omit<DeviceIo, 'device'> {
  const [, kind, value] = / (Read|Write) (\d+)$/.exec(line) ?? [];
  return kind === undefined ? {} : { [kind === 'Read' ? read : written]: Number(value) };
}

/** By the device number at the beginning of each line; devices without values are left out. */
function devicesOf(text: string, read: (line: string) => Omit<DeviceIo, 'device'>): readonly DeviceIo[] {
  const lines = Array.from(text.matchAll(/^(\d+:\d+) .*$/gm), ([line, device = '']) => ({ device, ...read(line) }));
  return joined(lines.filter((one) => Object.keys(one).length > 1));
}

function joined(...lists: readonly (readonly DeviceIo[])[]): readonly DeviceIo[] {
  const devices = new Map<string, DeviceIo>();
  for (const one of lists.flat()) devices.set(one.device, { ...devices.get(one.device), ...one });
  return [...devices.values()];
}

/** Replaces device numbers by names; a device that no longer exists keeps its number. */
async function named(root: string, devices: readonly DeviceIo[]): Promise<readonly DeviceIo[]> {
  const names = await deviceNames(root);
  return devices.map((one) => ({ ...one, device: names.get(one.device) ?? one.device }));
}

/** `/dev/vda` by `254:0`, of the block devices of the host. */
async function deviceNames(root: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(root, 'proc/diskstats'), 'utf8').catch(() => '');
  const lines = Array.from(text.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S+)/gm));
  return new Map(lines.map(([, major, minor, name]) => [`${major}:${minor}`, `/dev/${name}`]));
}

function numberOf(text: string): number | undefined {
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

function times(value: number | undefined, unit: number): number | undefined {
  return value === undefined ? undefined : value * unit;
}

/** The object without undefined members. */
function known<T extends object>(figures: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(figures).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { readonly [K in keyof T]?: NonNullable<T[K]> };
}
