// Metric families of `/metrics/cadvisor` for limits, devices, networks and stalls of hosts, pods and containers. Pure.

import type {
  CpuUsage,
  DeviceIo,
  InterfaceUsage,
  IoUsage,
  MemoryUsage,
  NetworkUsage,
  StallUsage,
  SwapUsage,
} from '../cri/usage.ts';
import type { HostFacts } from '../host/host-facts.ts';
import { type Family, seconds } from './exposition.ts';
import type { GroupLimits } from './group-metrics.ts';
import type { HostDisk } from './host-disks.ts';

/** One thing that is measured: the host, a pod, a container. */
export interface Subject {
  readonly labels: Readonly<Record<string, string>>;
  readonly kind: 'host' | 'pod' | 'container';
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly swap?: SwapUsage;
  readonly io?: IoUsage;
  readonly network?: NetworkUsage;
  readonly devices?: readonly (DeviceIo | HostDisk)[];
  readonly limits?: GroupLimits;
  readonly written?: { readonly at: number; readonly usedBytes?: number };
  readonly processes?: number;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
}

export interface Figure {
  readonly value: number | undefined;
  readonly at?: number | undefined;
  readonly labels?: Readonly<Record<string, string>>;
}

export type MakeFamily = (
  name: string,
  type: Family['type'],
  help: string,
  figures: (subject: Subject) => Figure | readonly Figure[],
) => Family;

/** The limits of a subject, and how often they were reached. */
export function limitFamilies(family: MakeFamily, facts: HostFacts): readonly Family[] {
  const spec = (name: string, help: string, read: (one: Subject) => number | undefined): Family =>
    family(`container_spec_${name}`, 'gauge', help, (one) => ({ value: read(one) }));
  const held = (name: string, help: string, read: (usage: CpuUsage) => number | undefined): Family =>
    family(`container_cpu_cfs_${name}_total`, 'counter', help, ({ cpu, limits }) => ({
      value: limits?.cpuQuota === undefined ? undefined : cpu && read(cpu),
      at: cpu?.at,
    }));
  return [
    held('periods', 'Periods of the limit of processor time.', (usage) => usage.periods),
    held('throttled_periods', 'Periods in which the limit held work back.', (usage) => usage.throttledPeriods),
    held('throttled_seconds', 'Time for which the limit held work back, in seconds.', (usage) =>
      seconds(usage.throttledNanoseconds),
    ),
    family('container_memory_failcnt', 'counter', 'How often the limit of memory was met.', ({ memory }) => ({
      value: memory?.limitHits,
      at: memory?.at,
    })),
    family('container_memory_max_usage_bytes', 'gauge', 'The most memory that was in use, in bytes.', ({ memory }) => ({
      value: memory?.mostBytes,
      at: memory?.at,
    })),
    spec('cpu_period', 'Period of the limit of processor time, in microseconds.', ({ limits }) => limits?.cpuPeriod),
    spec(
      'cpu_quota',
      'Processor time in each period, in microseconds, where it is limited.',
      (one) => one.limits?.cpuQuota,
    ),
    spec('cpu_shares', 'Weight against others for processor time.', ({ limits }) => limits?.cpuShares),
    spec('memory_limit_bytes', 'Limit of memory, in bytes; 0 where there is none.', (one) =>
      one.kind === 'host' ? facts.memoryBytes : (one.limits?.memoryBytes ?? limitOf(one)),
    ),
  ];
}

/** Runtimes report only what is left below a limit, and only where there is a limit. */
function limitOf({ memory }: Subject): number | undefined {
  if (memory?.availableBytes === undefined || memory.workingSetBytes === undefined) return undefined;
  return memory.availableBytes + memory.workingSetBytes;
}

export function deviceFamilies(family: MakeFamily, now: number): readonly Family[] {
  const rows: readonly (readonly [string, string, (one: DeviceIo) => number | undefined])[] = [
    ['reads_bytes_total', 'Bytes read from a device.', (one) => one.readBytes],
    ['reads_total', 'Reads from a device.', (one) => one.reads],
    ['writes_bytes_total', 'Bytes written to a device.', (one) => one.writtenBytes],
    ['writes_total', 'Writes to a device.', (one) => one.writes],
  ];
  return rows.map(([name, help, read]) =>
    family(`container_fs_${name}`, 'counter', help, ({ devices }) =>
      (devices ?? []).map((one) => ({ value: read(one), at: now, labels: { device: one.device } })),
    ),
  );
}

export function networkFamilies(family: MakeFamily): readonly Family[] {
  const rows: readonly (readonly [string, string, (one: InterfaceUsage) => number | undefined])[] = [
    ['receive_bytes_total', 'Bytes received.', (one) => one.rxBytes],
    ['receive_packets_total', 'Packets received.', (one) => one.rxPackets],
    ['receive_packets_dropped_total', 'Packets dropped while receiving.', (one) => one.rxDropped],
    ['receive_errors_total', 'Errors while receiving.', (one) => one.rxErrors],
    ['transmit_bytes_total', 'Bytes sent.', (one) => one.txBytes],
    ['transmit_packets_total', 'Packets sent.', (one) => one.txPackets],
    ['transmit_packets_dropped_total', 'Packets dropped while sending.', (one) => one.txDropped],
    ['transmit_errors_total', 'Errors while sending.', (one) => one.txErrors],
  ];
  return rows.map(([name, help, read]) =>
    family(`container_network_${name}`, 'counter', help, ({ network }) =>
      (network?.interfaces ?? []).map((one) => ({
        value: read(one),
        at: network?.at,
        labels: { interface: one.name },
      })),
    ),
  );
}

export function stallFamilies(family: MakeFamily): readonly Family[] {
  const resources = ['cpu', 'io', 'memory'] as const;
  const kinds: readonly (readonly [string, string, (stalls: StallUsage) => number])[] = [
    ['stalled', 'all tasks', (stalls) => stalls.full.total],
    ['waiting', 'a task', (stalls) => stalls.some.total],
  ];
  return resources.flatMap((resource) =>
    kinds.map(([name, who, read]) =>
      family(
        `container_pressure_${resource}_${name}_seconds_total`,
        'counter',
        `Time in which ${who} waited for ${resource}, in seconds.`,
        (one) => {
          const { at, stalls } = one[resource] ?? {};
          return { value: seconds(stalls && read(stalls)), at };
        },
      ),
    ),
  );
}
