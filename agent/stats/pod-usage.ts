// The usage of the pods of this host, from the runtime's lists and statistics. If the runtime does not measure whole pods, the
// values of their containers are added.

import { type Container, type Runtime, RuntimeError, type Sandbox } from '../cri/runtime.ts';
import type { ContainerUsage, CpuUsage, DeviceIo, MemoryUsage, SandboxUsage, SwapUsage } from '../cri/usage.ts';
import type { GroupLimits } from './group-metrics.ts';

export interface MeasuredContainer extends Omit<ContainerUsage, 'attempt' | 'labels'> {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** As it was asked for. */
  readonly image: string;
  readonly group?: MeasuredGroup;
}

/** What the kernel reports of a control group. */
export interface MeasuredGroup {
  /** As processes in it see it. */
  readonly path: string;
  readonly devices: readonly DeviceIo[];
  readonly limits: GroupLimits;
}

export interface MeasuredPod extends Omit<SandboxUsage, 'containers' | 'podName' | 'podNamespace' | 'podUid'> {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly swap?: SwapUsage;
  readonly group?: MeasuredGroup;
  readonly containers: readonly MeasuredContainer[];
}

/** The pods with a ready sandbox and their running containers, by namespace and name. Rejects with RuntimeError. */
export async function measuredPods(runtime: Runtime, signal?: AbortSignal): Promise<readonly MeasuredPod[]> {
  const [sandboxes, containers, usage] = await Promise.all([
    runtime.listSandboxes(undefined, signal),
    runtime.listContainers(undefined, signal),
    measured(runtime, signal),
  ]);
  return sandboxes
    .filter(({ ready }) => ready)
    .map((sandbox) => joined(sandbox, containers, usage))
    .toSorted((a, b) => order(a.namespace, b.namespace) || order(a.name, b.name) || order(a.id, b.id));
}

interface Measured {
  readonly sandboxes: ReadonlyMap<string, SandboxUsage>;
  readonly containers: ReadonlyMap<string, ContainerUsage>;
}

async function measured(runtime: Runtime, signal: AbortSignal | undefined): Promise<Measured> {
  try {
    const sandboxes = await runtime.sandboxUsage(signal);
    const containers = sandboxes.flatMap((one) => one.containers);
    return { sandboxes: byId(sandboxes), containers: byId(containers) };
  } catch (error) {
    // Some runtimes refuse to measure all pods because of one without a control group of its own.
    if (!(error instanceof RuntimeError) || !['unimplemented', 'failed'].includes(error.failure)) throw error;
    return { sandboxes: new Map(), containers: byId(await runtime.containerUsage(signal)) };
  }
}

function joined(sandbox: Sandbox, all: readonly Container[], usage: Measured): MeasuredPod {
  const containers = all
    .filter(({ sandboxId, state }) => sandboxId === sandbox.id && state === 'running')
    .map(({ id, name, image, createdAt }): MeasuredContainer => {
      const { cpu, memory, swap, writableLayer, io } = usage.containers.get(id) ?? {};
      return {
        id,
        name,
        image,
        startedAt: createdAt,
        ...(cpu === undefined ? {} : { cpu }),
        ...(memory === undefined ? {} : { memory }),
        ...(swap === undefined ? {} : { swap }),
        ...(writableLayer === undefined ? {} : { writableLayer }),
        ...(io === undefined ? {} : { io }),
      };
    });
  const whole = usage.sandboxes.get(sandbox.id);
  const cpu = whole?.cpu ?? summedCpu(containers);
  const memory = whole?.memory ?? summedMemory(containers);
  return {
    id: sandbox.id,
    name: sandbox.podName,
    namespace: sandbox.podNamespace,
    uid: sandbox.podUid,
    startedAt: sandbox.createdAt,
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memory }),
    ...(whole?.io === undefined ? {} : { io: whole.io }),
    ...(whole?.network === undefined ? {} : { network: whole.network }),
    ...(whole?.processCount === undefined ? {} : { processCount: whole.processCount }),
    containers: containers.toSorted((a, b) => order(a.name, b.name)),
  };
}

function summedCpu(containers: readonly MeasuredContainer[]): CpuUsage | undefined {
  const parts = containers.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]));
  if (parts.length === 0) return undefined;
  const at = Math.max(...parts.map((part) => part.at));
  return { at, ...sums(parts, ['coreNanoseconds', 'nanoCores']) };
}

function summedMemory(containers: readonly MeasuredContainer[]): MemoryUsage | undefined {
  const parts = containers.flatMap(({ memory }) => (memory === undefined ? [] : [memory]));
  if (parts.length === 0) return undefined;
  const at = Math.max(...parts.map((part) => part.at));
  return { at, ...sums(parts, ['workingSetBytes', 'usageBytes', 'rssBytes', 'pageFaults', 'majorPageFaults']) };
}

/** The sums of the figures that at least one part has. */
function sums<K extends string>(
  parts: readonly { readonly [P in K]?: number }[],
  names: readonly K[],
): { readonly [P in K]?: number } {
  const known = names.filter((name) => parts.some((part) => part[name] !== undefined));
  const entries = known.map((name) => [name, parts.reduce((sum, part) => sum + (part[name] ?? 0), 0)]);
  return Object.fromEntries(entries) as { readonly [P in K]?: number };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
