// In-place resize of one pod. A request is granted, deferred or refused. What is granted is sent to the runtime. The conditions of the
// pod show both.

import { formatTime } from '../../../shared/object/time.ts';
import { ensurePodCgroup } from '../container/pod-cgroup.ts';
import { containerResources } from '../container/container-resources.ts';
import { podFolder, type PodHost } from '../container/pod-host.ts';
import type { Pod, PodCondition, Resources } from '../object/pod.ts';
import type { SeenPod } from '../seen/seen-pod.ts';
import { type Allocation, allocationOf, resizableContainers, withAllocation } from './allocation.ts';
import { completionText, memoryInTheWay, type Resizing, resizingsOf, takesMemory } from './resize-plan.ts';
import type { ResizeRefusal } from './resize-verdict.ts';
import { readRecord, writeRecord } from './resource-record.ts';

export interface PodResizeParts {
  readonly host: PodHost;
  /** Why the pod cannot have what it asks for; undefined: it can. */
  readonly refusal: (pod: Pod) => ResizeRefusal | undefined;
}

export class PodResize {
  readonly #parts: PodResizeParts;
  #allocated: Allocation = new Map();
  /** By the id of a container that has something else than it was promised. */
  readonly #actual = new Map<string, Resources>();
  #pending: PodCondition | undefined;
  #progress: PodCondition | undefined;

  constructor(parts: PodResizeParts) {
    this.#parts = parts;
  }

  /** The pod with the resources that it was promised; as it is while nothing was promised. */
  allocated(pod: Pod): Pod {
    return withAllocation(pod, this.#allocated);
  }

  /** Others have to go before the pod can have what it asks for. */
  get isDeferred(): boolean {
    return this.#pending?.reason === 'Deferred';
  }

  get conditions(): readonly PodCondition[] {
    return [this.#pending, this.#progress].filter((one) => one !== undefined);
  }

  /** What a container has, where that is not what it was promised. */
  actual(containerId: string): Resources | undefined {
    return this.#actual.get(containerId);
  }

  /** A pod begins here: it was promised what it asks for. Rejects with the system's error when that cannot be written down. */
  async begin(pod: Pod): Promise<void> {
    const allocated = allocationOf(pod);
    await writeRecord(this.#folder(pod), { allocated, actual: new Map() });
    this.#allocated = allocated;
  }

  /** A pod that an agent before began. What was not written down was promised as it is asked for. */
  async recall(pod: Pod): Promise<void> {
    const { log } = this.#parts.host;
    const found = await readRecord(this.#folder(pod)).catch((error: unknown) => {
      log.warn('what a pod was promised cannot be read; taken as it asks for now', {
        pod: pod.metadata.name,
        error: String(error),
      });
      return undefined;
    });
    this.#allocated = found?.allocated ?? allocationOf(pod);
    for (const [id, resources] of found?.actual ?? []) this.#actual.set(id, resources);
  }

  /** Grants or puts off what the pod asks for, and notes what has become of earlier grants. Rejects with the system's error. */
  async review(pod: Pod, seen: SeenPod): Promise<void> {
    const running = new Set(seen.containers.filter(({ state }) => state === 'running').map(({ id }) => id));
    for (const id of this.#actual.keys()) if (!running.has(id)) this.#actual.delete(id);
    await this.#decide(pod, seen);
    this.#settle(this.allocated(pod), seen);
  }

  async #decide(pod: Pod, seen: SeenPod): Promise<void> {
    if (this.allocated(pod) === pod) {
      this.#pending = undefined;
      return;
    }
    const refusal = this.#parts.refusal(pod);
    const { generation } = pod.metadata;
    const observed = generation === undefined ? {} : { observedGeneration: generation };
    if (refusal !== undefined) {
      this.#pending = this.#timed({ type: 'PodResizePending', ...observed, status: 'True', ...refusal }, this.#pending);
      return;
    }
    const allocated = allocationOf(pod);
    const actual = new Map(this.#actual);
    for (const { name } of resizableContainers(pod)) {
      const run = seen.containers.find((one) => one.name === name);
      const before = this.#allocated.get(name);
      if (run?.state === 'running' && before !== undefined && !actual.has(run.id)) actual.set(run.id, before);
    }
    await writeRecord(this.#folder(pod), { allocated, actual });
    this.#allocated = allocated;
    for (const [id, resources] of actual) this.#actual.set(id, resources);
    this.#pending = undefined;
    this.#progress = this.#timed({ type: 'PodResizeInProgress', ...observed, status: 'True' }, undefined);
  }

  #settle(allocated: Pod, seen: SeenPod): void {
    const isOpen = this.#open(allocated, seen).length > 0;
    if (isOpen) {
      const { generation } = allocated.metadata;
      const observed = generation === undefined ? {} : { observedGeneration: generation };
      this.#progress ??= this.#timed({ type: 'PodResizeInProgress', ...observed, status: 'True' }, undefined);
    } else if (this.#progress !== undefined) {
      this.#progress = undefined;
      this.#parts.host.tell(allocated, undefined, 'Normal', 'ResizeCompleted', completionText(allocated));
    }
  }

  /** With the time at which it became so. */
  #timed(condition: PodCondition, before: PodCondition | undefined): PodCondition {
    const isSame = before?.reason === condition.reason && before?.message === condition.message;
    const time = isSame ? before?.lastProbeTime : undefined;
    return { ...condition, lastProbeTime: time ?? formatTime(this.#parts.host.clock.now()) };
  }

  #open(allocated: Pod, seen: SeenPod): readonly Resizing[] {
    return resizingsOf(allocated, seen, (id) => this.#actual.get(id));
  }

  /** Whether a container that runs has to start anew for what it was promised. */
  restarts(allocated: Pod, seen: SeenPod, containerId: string): boolean {
    return this.#open(allocated, seen).some(({ run, restarts }) => restarts && run.id === containerId);
  }

  /**
   * Tells the runtime what running containers were promised. A failure shows in a condition, and the next look tries again. Rejects when
   * the signal aborts.
   */
  async apply(allocated: Pod, seen: SeenPod, signal: AbortSignal): Promise<'nothing' | 'done' | 'failed'> {
    const open = this.#open(allocated, seen).filter(({ restarts }) => !restarts);
    if (open.length === 0) return 'nothing';
    try {
      await this.#refuseTaken(open, signal);
      await this.#tell(allocated, open, signal);
      await writeRecord(this.#folder(allocated), { allocated: this.#allocated, actual: this.#actual });
      return 'done';
    } catch (error) {
      if (signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      const { log } = this.#parts.host;
      log.warn('a pod could not be resized; trying again', { pod: allocated.metadata.name, error: message });
      if (this.#progress !== undefined) this.#progress = { ...this.#progress, reason: 'Error', message };
      return 'failed';
    }
  }

  async #refuseTaken(open: readonly Resizing[], signal: AbortSignal): Promise<void> {
    if (!open.some(takesMemory)) return;
    const usages = await this.#parts.host.runtime.containerUsage(signal);
    const found = memoryInTheWay(open, (id) => usages.find((one) => one.id === id)?.memory?.usageBytes);
    if (found.length > 0) throw new Error(`cannot decrease memory limits: ${listed(found)}`);
  }

  /** The group of the pod has room for both while its containers change. */
  async #tell(allocated: Pod, open: readonly Resizing[], signal: AbortSignal): Promise<void> {
    const { host } = this.#parts;
    const cgroup = await host.cgroup(signal);
    const before = new Map([
      ...this.#allocated,
      ...open.map(({ container, actual }) => [container.name, actual] as const),
    ]);
    await ensurePodCgroup(allocated, cgroup, withAllocation(allocated, before));
    for (const { container, run } of open) {
      const resources = containerResources(allocated, container, host.limits, cgroup.quota);
      await host.podRuntime.updateResources(run.id, resources, signal);
      this.#actual.delete(run.id);
    }
    await ensurePodCgroup(allocated, cgroup);
  }

  #folder({ metadata }: Pod): string {
    return podFolder(this.#parts.host, metadata.uid ?? '');
  }
}

function listed(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
