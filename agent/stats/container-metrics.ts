// The text of `/metrics/cadvisor`: figures of the machine, of the whole host (`id="/"`), of pods and of containers under
// the names that dashboards know. What the runtime does not measure is left out, and never shown as 0. Pure.

import type {
  CpuUsage,
  InterfaceUsage,
  IoUsage,
  MemoryUsage,
  NetworkUsage,
  StallUsage,
  SwapUsage,
} from '../cri/usage.ts';
import type { HostFacts } from '../node/host-facts.ts';
import { expositionText, type Family, type Sample, seconds } from './exposition.ts';
import type { HostUsage } from './host-usage.ts';
import type { MeasuredPod } from './pod-usage.ts';
import type { FilesystemSize } from './summary.ts';

export interface ContainerMetricsInput {
  readonly facts: HostFacts;
  readonly host: HostUsage;
  /** Undefined when the runtime could not be asked. */
  readonly pods: readonly MeasuredPod[] | undefined;
  /** The file system of what containers write; absent when it is not known. */
  readonly containerDisk?: FilesystemSize;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** One thing that is measured: the host, a pod, a container. */
interface Subject {
  readonly labels: Readonly<Record<string, string>>;
  readonly kind: 'host' | 'pod' | 'container';
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly swap?: SwapUsage;
  readonly io?: IoUsage;
  readonly network?: NetworkUsage;
  readonly written?: { readonly at: number; readonly usedBytes?: number };
  readonly processes?: number;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
}

interface Figure {
  readonly value: number | undefined;
  readonly at?: number | undefined;
  readonly labels?: Readonly<Record<string, string>>;
}

export function containerMetrics(input: ContainerMetricsInput): string {
  const subjects = [hostSubject(input.host), ...(input.pods ?? []).flatMap(podSubjects)];
  const family = (
    name: string,
    type: Family['type'],
    help: string,
    figures: (subject: Subject) => Figure | readonly Figure[],
  ): Family => ({ name, type, help, samples: subjects.flatMap((subject) => samplesOf(subject, figures(subject))) });
  return expositionText([
    ...containerFamilies(family, input),
    ...networkFamilies(family),
    ...stallFamilies(family),
    scrapeError('container_scrape_error', 'containers', input.pods === undefined),
    ...machineFamilies(input.facts),
    scrapeError('machine_scrape_error', 'the machine', false),
  ]);
}

function hostSubject({ cpu, memory, swap, io, network, processes }: HostUsage): Subject {
  const labels = { container: '', id: '/', image: '', name: '', namespace: '', pod: '' };
  return {
    labels,
    kind: 'host',
    cpu,
    memory,
    network,
    processes: processes.current,
    ...(swap === undefined ? {} : { swap }),
    ...(io === undefined ? {} : { io }),
  };
}

/** The pod as a whole, then its containers. The control groups are not known: ids of the runtime stand for them. */
function podSubjects(pod: MeasuredPod): readonly Subject[] {
  const place = { namespace: pod.namespace, pod: pod.name };
  const { cpu, memory, io, network, processCount, startedAt } = pod;
  const whole: Subject = {
    labels: { container: '', id: `/${pod.id}`, image: '', name: '', ...place },
    kind: 'pod',
    startedAt,
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memory }),
    ...(io === undefined ? {} : { io }),
    ...(network === undefined ? {} : { network }),
    ...(processCount === undefined ? {} : { processes: processCount }),
  };
  const containers = pod.containers.map(({ id, name, image, writableLayer, ...usage }): Subject => {
    const labels = { container: name, id: `/${pod.id}/${id}`, image, name: id, ...place };
    return { labels, kind: 'container', ...usage, ...(writableLayer === undefined ? {} : { written: writableLayer }) };
  });
  return [whole, ...containers];
}

function samplesOf(subject: Subject, figures: Figure | readonly Figure[]): readonly Sample[] {
  const all = Array.isArray(figures) ? (figures as readonly Figure[]) : [figures as Figure];
  return all.map(({ value, at, labels }) => ({ labels: { ...subject.labels, ...labels }, value, at }));
}

type MakeFamily = (
  name: string,
  type: Family['type'],
  help: string,
  figures: (subject: Subject) => Figure | readonly Figure[],
) => Family;

function containerFamilies(family: MakeFamily, { containerDisk, now }: ContainerMetricsInput): readonly Family[] {
  const memory = (name: string, help: string, read: (usage: MemoryUsage) => number | undefined): Family =>
    family(`container_memory_${name}`, 'gauge', help, (one) => ({
      value: one.memory && read(one.memory),
      at: one.memory?.at,
    }));
  const cpu = (kind: string, help: string, read: (usage: CpuUsage) => number | undefined): Family =>
    family(`container_cpu_${kind}_seconds_total`, 'counter', help, (one) => ({
      value: seconds(one.cpu && read(one.cpu)),
      at: one.cpu?.at,
    }));
  const disk = (name: string, help: string, read: (size: FilesystemSize) => number): Family =>
    family(`container_fs_${name}`, 'gauge', help, ({ written }) => ({
      value: written && containerDisk && read(containerDisk),
      at: now,
    }));
  return [
    family('container_cpu_usage_seconds_total', 'counter', 'Processor time, in core-seconds.', ({ cpu }) => ({
      value: seconds(cpu?.coreNanoseconds),
      at: cpu?.at,
      labels: { cpu: 'total' },
    })),
    cpu('user', 'Processor time spent in programs, in core-seconds.', (usage) => usage.userNanoseconds),
    cpu('system', 'Processor time spent in the kernel, in core-seconds.', (usage) => usage.systemNanoseconds),
    family('container_fs_usage_bytes', 'gauge', 'What the container wrote, in bytes.', ({ written }) => ({
      value: written?.usedBytes,
      at: written?.at,
    })),
    disk('limit_bytes', 'Size of the file system of what containers write, in bytes.', (size) => size.capacityBytes),
    disk('inodes_total', 'Inodes of that file system.', (size) => size.inodes),
    disk('inodes_free', 'Free inodes of that file system.', (size) => size.inodesFree),
    family('container_last_seen', 'gauge', 'When it was measured last, in seconds since the epoch.', (one) => ({
      value: Math.floor((one.cpu?.at ?? now) / 1000),
      at: now,
    })),
    family('container_memory_failures_total', 'counter', 'Page faults.', (one) => [
      { value: one.memory?.pageFaults, at: one.memory?.at, labels: { failure_type: 'pgfault', scope: 'hierarchy' } },
      {
        value: one.memory?.majorPageFaults,
        at: one.memory?.at,
        labels: { failure_type: 'pgmajfault', scope: 'hierarchy' },
      },
    ]),
    memory('cache', 'Page cache, in bytes.', (usage) => usage.cacheBytes),
    memory('mapped_file', 'Files mapped into memory, in bytes.', (usage) => usage.mappedBytes),
    memory('rss', 'Anonymous memory, in bytes.', (usage) => usage.rssBytes),
    family('container_memory_swap', 'gauge', 'Swap in use, in bytes.', ({ swap }) => ({
      value: swap?.usageBytes,
      at: swap?.at,
    })),
    memory(
      'usage_bytes',
      'Memory in use with everything that can be given back, in bytes.',
      (usage) => usage.usageBytes,
    ),
    memory('working_set_bytes', 'Memory in use that cannot be given back, in bytes.', (usage) => usage.workingSetBytes),
    family('container_oom_events_total', 'counter', 'Processes killed for want of memory.', ({ memory: usage }) => ({
      value: usage?.oomKills,
      at: usage?.at,
    })),
    family('container_processes', 'gauge', 'Processes.', ({ processes }) => ({ value: processes, at: now })),
    family('container_spec_memory_limit_bytes', 'gauge', 'Limit of memory, in bytes, where there is one.', (one) => ({
      value: limitOf(one),
      at: one.memory?.at,
    })),
    family('container_start_time_seconds', 'gauge', 'Start, in seconds since the epoch.', ({ startedAt }) => ({
      value: startedAt === undefined ? undefined : startedAt / 1000,
      at: now,
    })),
  ];
}

/** Runtimes tell what is left below a limit, and only where there is one. */
function limitOf({ kind, memory }: Subject): number | undefined {
  if (kind === 'host' || memory?.availableBytes === undefined || memory.workingSetBytes === undefined) return undefined;
  return memory.availableBytes + memory.workingSetBytes;
}

function networkFamilies(family: MakeFamily): readonly Family[] {
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

function stallFamilies(family: MakeFamily): readonly Family[] {
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

function scrapeError(name: string, what: string, failed: boolean): Family {
  const help = `1 when figures of ${what} could not be had, 0 otherwise.`;
  return { name, type: 'gauge', help, samples: [{ labels: {}, value: failed ? 1 : 0 }] };
}

function machineFamilies(facts: HostFacts): readonly Family[] {
  const labels = { boot_id: facts.bootId, machine_id: facts.machineId, system_uuid: facts.systemUuid };
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    type: 'gauge',
    help,
    samples: [{ labels, value }],
  });
  return [
    gauge('machine_cpu_cores', 'Cores that containers can use.', facts.cpuCores),
    gauge('machine_memory_bytes', 'Memory of the machine, in bytes.', facts.memoryBytes),
    gauge('machine_swap_bytes', 'Swap of the machine, in bytes.', facts.swapBytes),
  ];
}
