// The text of `/metrics/cadvisor`: figures of the machine, of the whole host (`id="/"`), of pods and of containers under
// the names that dashboards know. What the runtime does not measure is left out, and never shown as 0. Pure.

import type { CpuUsage, MemoryUsage } from '../cri/usage.ts';
import type { HostFacts } from '../host/host-facts.ts';
import { expositionText, type Family, type Sample, seconds } from './exposition.ts';
import type { FilesystemSize } from './filesystem-size.ts';
import type { HostUsage } from './host-usage.ts';
import type { MeasuredPod } from './pod-usage.ts';
import {
  deviceFamilies,
  type Figure,
  limitFamilies,
  type MakeFamily,
  networkFamilies,
  stallFamilies,
  type Subject,
} from './subject-families.ts';

export interface ContainerMetricsInput {
  readonly facts: HostFacts;
  readonly host: HostUsage;
  /** Undefined when the runtime could not be asked. */
  readonly pods: readonly MeasuredPod[] | undefined;
  /** The file system of the containers' writable layers; absent when it is not known. */
  readonly containerDisk?: FilesystemSize;
  /** Milliseconds since the epoch. */
  readonly now: number;
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
    ...limitFamilies(family, input.facts),
    ...deviceFamilies(family, input.now),
    ...networkFamilies(family),
    ...stallFamilies(family),
    scrapeError('container_scrape_error', 'containers', input.pods === undefined),
    ...machineFamilies(input.facts),
    scrapeError('machine_scrape_error', 'the machine', false),
  ]);
}

function hostSubject({ cpu, memory, swap, io, disks, network, processes }: HostUsage): Subject {
  const labels = { container: '', id: '/', image: '', name: '', namespace: '', pod: '' };
  return {
    labels,
    kind: 'host',
    cpu,
    memory,
    network,
    processes: processes.current,
    swap,
    devices: disks,
    ...(io === undefined ? {} : { io }),
  };
}

/** The pod as a whole, then its containers. If the control group is unknown, the id of the runtime replaces it. */
function podSubjects(pod: MeasuredPod): readonly Subject[] {
  const place = { namespace: pod.namespace, pod: pod.name };
  const { cpu, memory, swap, io, network, processCount, startedAt, group } = pod;
  const whole: Subject = {
    labels: { container: '', id: group?.path ?? `/${pod.id}`, image: '', name: '', ...place },
    kind: 'pod',
    startedAt,
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memory }),
    ...(swap === undefined ? {} : { swap }),
    ...(group === undefined ? {} : { devices: group.devices, limits: group.limits }),
    ...(io === undefined ? {} : { io }),
    ...(network === undefined ? {} : { network }),
    ...(processCount === undefined ? {} : { processes: processCount }),
  };
  const containers = pod.containers.map(({ id, name, image, writableLayer, group: own, ...usage }): Subject => {
    const labels = { container: name, id: own?.path ?? `/${pod.id}/${id}`, image, name: id, ...place };
    return {
      labels,
      kind: 'container',
      ...usage,
      ...(own === undefined ? {} : { devices: own.devices, limits: own.limits }),
      ...(writableLayer === undefined ? {} : { written: writableLayer }),
    };
  });
  return [whole, ...containers];
}

function samplesOf(subject: Subject, figures: Figure | readonly Figure[]): readonly Sample[] {
  const all = Array.isArray(figures) ? (figures as readonly Figure[]) : [figures as Figure];
  return all.map(({ value, at, labels }) => ({ labels: { ...subject.labels, ...labels }, value, at }));
}

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
    family(`container_fs_${name}`, 'gauge', help, ({ written, devices }) => [
      { value: written && containerDisk && read(containerDisk), at: now },
      ...(devices ?? []).flatMap((one) =>
        'size' in one ? [{ value: read(one.size), at: now, labels: { device: one.device } }] : [],
      ),
    ]);
  return [
    family('container_cpu_usage_seconds_total', 'counter', 'Processor time, in core-seconds.', ({ cpu }) => ({
      value: seconds(cpu?.coreNanoseconds),
      at: cpu?.at,
      labels: { cpu: 'total' },
    })),
    cpu('user', 'Processor time spent in programs, in core-seconds.', (usage) => usage.userNanoseconds),
    cpu('system', 'Processor time spent in the kernel, in core-seconds.', (usage) => usage.systemNanoseconds),
    family(
      'container_fs_usage_bytes',
      'gauge',
      'What is in use of a file system, in bytes.',
      ({ written, devices }) => [
        { value: written?.usedBytes, at: written?.at },
        ...(devices ?? []).flatMap((one) =>
          'size' in one ? [{ value: one.usedBytes, at: now, labels: { device: one.device } }] : [],
        ),
      ],
    ),
    disk('limit_bytes', 'Size of a file system, in bytes.', (size) => size.capacityBytes),
    disk('inodes_total', 'Inodes of a file system.', (size) => size.inodes),
    disk('inodes_free', 'Free inodes of a file system.', (size) => size.inodesFree),
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
    family('container_start_time_seconds', 'gauge', 'Start, in seconds since the epoch.', ({ startedAt }) => ({
      value: startedAt === undefined ? undefined : startedAt / 1000,
      at: now,
    })),
  ];
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
