// Kernel statistics of pods and containers that the runtime does not report, found through their first processes: the network
// interfaces of a pod, and the control groups of pods and containers.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../shared/process/time/clock.ts';
import { inParallel } from '../../shared/process/async/in-parallel.ts';
import { type Runtime, RuntimeError } from '../cri/runtime.ts';
import type { CpuUsage, MemoryUsage, NetworkUsage, SwapUsage } from '../cri/usage.ts';
import { type ProcessGroups, processGroups } from '../host/cgroup-limits.ts';
import { cgroupMetrics, podGroups } from './group-metrics.ts';
import { networkDevices } from './network-devices.ts';
import type { MeasuredContainer, MeasuredGroup, MeasuredPod } from './pod-usage.ts';

/** Pods that are measured concurrently. */
const together = 8;
/** The default interface of a pod, by convention of network plug-ins. */
const podInterface = 'eth0';

export interface ProcessMetricsOptions {
  readonly runtime: Pick<Runtime, 'sandboxPid' | 'containerPid'>;
  readonly clock: Clock;
  /** Where `/proc` and `/sys` are found. */
  readonly root: string;
}

/** What pods and containers have in common. */
interface Measured {
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly swap?: SwapUsage;
  readonly group?: MeasuredGroup;
}

export class ProcessMetrics {
  readonly #options: ProcessMetricsOptions;
  /** By id; undefined: the runtime does not report it. A first process does not change while its sandbox or container runs. */
  #pids = new Map<string, number | undefined>();

  constructor(options: ProcessMetricsOptions) {
    this.#options = options;
  }

  /** The same pods with what the kernel reports of them. Rejects with RuntimeError when the runtime is gone. */
  async complete(pods: readonly MeasuredPod[], signal: AbortSignal): Promise<readonly MeasuredPod[]> {
    const known = new Set(pods.flatMap((pod) => [pod.id, ...pod.containers.map(({ id }) => id)]));
    this.#pids = new Map([...this.#pids].filter(([id]) => known.has(id)));
    return inParallel(together, pods, async (pod) => {
      const pid = await this.#pid(pod.id, () => this.#options.runtime.sandboxPid(pod.id, signal));
      const network = await this.#network(pid);
      const whole = await this.#grouped(pod, podGroups(await this.#groups(pid), pod.uid));
      const containers: MeasuredContainer[] = [];
      for (const one of pod.containers) containers.push(await this.#container(one, signal));
      return { ...whole, containers, ...(network === undefined ? {} : { network }) };
    });
  }

  async #network(pid: number | undefined): Promise<NetworkUsage | undefined> {
    const interfaces = networkDevices((await this.#read(pid, 'net/dev')) ?? '');
    if (interfaces.length === 0) return undefined;
    const defaultInterface = interfaces.find(({ name }) => name === podInterface);
    const at = this.#options.clock.now();
    return { at, interfaces, ...(defaultInterface === undefined ? {} : { defaultInterface }) };
  }

  async #container(one: MeasuredContainer, signal: AbortSignal): Promise<MeasuredContainer> {
    if (one.cpu === undefined && one.memory === undefined) return one;
    const pid = await this.#pid(one.id, () => this.#options.runtime.containerPid(one.id, signal));
    const groups = await this.#groups(pid);
    // Processes in the root group have no group of their own.
    return [...groups.values()].every((path) => path === '/') ? one : this.#grouped(one, groups);
  }

  async #groups(pid: number | undefined): Promise<ProcessGroups> {
    return processGroups((await this.#read(pid, 'cgroup')) ?? '');
  }

  /** With what is counted of these groups, beside what the runtime measured. */
  async #grouped<T extends Measured>(one: T, groups: ProcessGroups): Promise<T> {
    const path = groups.get('memory') ?? groups.get('');
    if (path === undefined) return one;
    const { cpu, memory, swapBytes, devices, limits } = await cgroupMetrics(this.#options.root, groups);
    const at = one.memory?.at ?? one.cpu?.at ?? this.#options.clock.now();
    return {
      ...one,
      ...(one.cpu === undefined ? {} : { cpu: { ...one.cpu, ...cpu } }),
      ...(one.memory === undefined ? {} : { memory: { ...one.memory, ...memory } }),
      ...(one.swap === undefined && swapBytes !== undefined ? { swap: { at, usageBytes: swapBytes } } : {}),
      group: { path, devices, limits },
    };
  }

  async #pid(id: string, ask: () => Promise<number | undefined>): Promise<number | undefined> {
    if (this.#pids.has(id)) return this.#pids.get(id);
    try {
      const pid = await ask();
      this.#pids.set(id, pid);
      return pid;
    } catch (error) {
      if (!(error instanceof RuntimeError)) throw error;
      if (error.failure === 'unimplemented') this.#pids.set(id, undefined);
      else if (error.failure !== 'not-found' && error.failure !== 'failed') throw error;
      return undefined;
    }
  }

  /** Undefined for a process that is gone. */
  async #read(pid: number | undefined, file: string): Promise<string | undefined> {
    if (pid === undefined) return undefined;
    return readFile(join(this.#options.root, 'proc', String(pid), file), 'utf8').catch(() => undefined);
  }
}
