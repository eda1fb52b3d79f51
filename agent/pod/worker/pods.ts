// The pods of this node: one worker for each pod that is bound here. Changes at the server, in the runtime and of probes wake the
// workers. Containers of pods that the server does not know are stopped. When the agent ends, containers keep running, and the
// next agent finds them again.

import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Gauge } from '../../../shared/process/metric/metrics.ts';
import type { PodHost } from '../container/pod-host.ts';
import type { EvictablePod } from '../eviction/eviction.ts';
import { preemptionVerdict } from '../eviction/verdict.ts';
import { isCritical } from '../object/priority.ts';
import { type Container, isFinished, type Pod, type PodStatus } from '../object/pod.ts';
import type { Admission, AdmissionOptions, Refusal } from '../plan/admission.ts';
import { perform } from '../probe/action.ts';
import { ProbeKeeper } from '../probe/probe-keeper.ts';
import { othersBefore } from '../resize/resize-order.ts';
import { infeasible, type ResizeRefusal } from '../resize/resize-verdict.ts';
import { hashOfStatic, isMirror, mirroredHash } from '../source/static-pod.ts';
import type { StaticPods } from '../source/static-pods.ts';
import { Orphans } from './orphans.ts';
import { PodWorker } from './pod-worker.ts';

export interface PodsOptions {
  readonly host: PodHost;
  /** Those that are bound to this node, mirror pods among them. */
  readonly informer: Informer<Pod>;
  readonly statics: StaticPods;
  /** Called when a mirror pod was added, changed or removed. */
  readonly mirrorsChanged: () => void;
  readonly admit: (pod: Pod, others: readonly Pod[], options: AdmissionOptions) => Admission;
  readonly report: (pod: Pod, status: PodStatus, remove: boolean) => void;
  /** A pod as the server has it now. */
  readonly observe: (pod: Pod) => void;
  readonly forget: (uid: string) => void;
  readonly networkFault: () => string | undefined;
  /** Pods have come or gone. */
  readonly countChanged: () => void;
  /** Of pods that have a worker. */
  readonly workers: Gauge;
}

export class Pods implements Loop {
  readonly name = 'pods';
  readonly #options: PodsOptions;
  readonly #workers = new Map<string, PodWorker>();
  readonly #runs = new Set<Promise<void>>();
  readonly #orphans: Orphans;
  /** By namespace and name: a static pod that begins when the one before it has ended. */
  readonly #next = new Map<string, Pod>();
  readonly #probes: ProbeKeeper;
  #signal: AbortSignal | undefined;

  constructor(options: PodsOptions) {
    this.#options = options;
    const { host } = options;
    this.#orphans = new Orphans(host);
    this.#probes = new ProbeKeeper({
      clock: host.clock,
      log: host.log,
      probe: (pod, container, run, probe, signal) =>
        perform(
          probe,
          {
            runtime: host.podRuntime,
            container,
            containerId: run.id,
            podIp: this.#workers.get(pod.metadata.uid ?? '')?.status.podIP ?? '',
            timeout: (probe.timeoutSeconds ?? 1) * 1000,
            userAgent: host.vendor.fill('{short}-probe/1.34'),
          },
          signal,
        ),
      tell: (pod, container, reason, message) => host.tell(pod, container, 'Warning', reason, message),
      changed: (uid) => this.#workers.get(uid)?.wake(),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { informer, statics, observe } = this.#options;
    this.#signal = signal;
    const stop = informer.onChange({
      added: (pod) => this.#bound(pod),
      modified: (pod, before) => {
        // Another pod with the same name: the watch did not report the deletion in between.
        if (pod.metadata.uid !== before.metadata.uid) this.#unbound(before);
        this.#bound(pod);
        observe(pod);
      },
      deleted: (pod) => this.#unbound(pod),
    });
    const stopStatics = statics.onChange({
      added: (pod) => this.#addStatic(pod),
      removed: (pod) => this.#removeStatic(pod),
    });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    stop();
    stopStatics();
    await this.#probes.stopAll();
    await Promise.all([...this.#runs, this.#orphans.ended()]);
  }

  /** Those that have their place here and have not ended. */
  active(): readonly Pod[] {
    return [...this.#workers.values()]
      .filter(({ isAdmitted, status }) => isAdmitted && !isFinished(status.phase))
      .map(({ pod, status }) => ({ ...pod, status }));
  }

  /** The admitted pods, for evictions. */
  evictable(): readonly EvictablePod[] {
    const { statics } = this.#options;
    return [...this.#workers.values()]
      .filter(({ isAdmitted, hasEnded }) => isAdmitted && !hasEnded)
      .map((worker) => ({
        pod: worker.pod,
        evictable: !worker.isEnding && !isCritical(worker.pod) && !statics.has(worker.pod.metadata.uid ?? ''),
        evict: (verdict, grace) => worker.evict(verdict, grace),
        hasEnded: () => worker.hasEnded,
      }));
  }

  /** Called with changes in the runtime. */
  changed(uids: ReadonlySet<string>, running: ReadonlySet<string>): void {
    for (const uid of uids) this.#workers.get(uid)?.wakeToRead();
    const signal = this.#signal;
    if (signal === undefined || this.known() === undefined) return;
    for (const uid of running) if (!this.#workers.has(uid)) this.#orphans.end(uid, signal);
  }

  /** The uids of all pods of this node; undefined while they are not known completely, so that no pod is stopped by mistake. */
  known(): ReadonlySet<string> | undefined {
    const { informer, statics } = this.#options;
    const own = statics.list();
    if (!informer.hasSynced || own === undefined || this.#signal === undefined) return undefined;
    const all = [...informer.list(), ...own, ...this.#next.values()].map(({ metadata }) => metadata.uid ?? '');
    return new Set([...this.#workers.keys(), ...all]);
  }

  #bound(pod: Pod): void {
    if (!isMirror(pod, this.#options.host.vendor)) return this.#add(pod);
    this.#options.mirrorsChanged();
    // Its status is that of the static pod.
    for (const worker of this.#workers.values()) if (keyOf(worker.pod) === keyOf(pod)) worker.wake();
  }

  #unbound(pod: Pod): void {
    if (!isMirror(pod, this.#options.host.vendor)) return this.#remove(pod);
    this.#options.forget(pod.metadata.uid ?? '');
    this.#options.mirrorsChanged();
  }

  /** Two static pods of one name never run at once. */
  #addStatic(pod: Pod): void {
    const key = keyOf(pod);
    this.#options.mirrorsChanged();
    if (
      [...this.#workers.values()].some((one) => keyOf(one.pod) === key && one.pod.metadata.uid !== pod.metadata.uid)
    ) {
      this.#next.set(key, pod);
      return;
    }
    const mirror = this.#mirrorOf(pod);
    this.#add(mirror?.status === undefined ? pod : { ...pod, status: mirror.status });
  }

  /** Called when the previous static pod of a name has ended. */
  #follow(key: string): void {
    const pod = this.#next.get(key);
    this.#next.delete(key);
    if (pod !== undefined) this.#addStatic(pod);
  }

  #removeStatic(pod: Pod): void {
    const key = keyOf(pod);
    this.#options.mirrorsChanged();
    if (this.#next.get(key)?.metadata.uid === pod.metadata.uid) this.#next.delete(key);
    this.#remove(pod);
  }

  #mirrorOf(pod: Pod): Pod | undefined {
    const { informer, host } = this.#options;
    const found = informer.get(pod.metadata.namespace ?? '', pod.metadata.name ?? '');
    const isOwn = found !== undefined && mirroredHash(found, host.vendor) === hashOfStatic(pod, host.vendor);
    return isOwn ? found : undefined;
  }

  /** For a static pod, the server knows only its mirror pod. */
  #report(pod: Pod, status: PodStatus, remove: boolean): void {
    const { statics, report } = this.#options;
    if (!statics.has(pod.metadata.uid ?? '')) return report(pod, status, remove);
    const mirror = this.#mirrorOf(pod);
    if (mirror !== undefined) report(mirror, status, false);
  }

  #add(pod: Pod): void {
    const { host, networkFault } = this.#options;
    const signal = this.#signal;
    const uid = pod.metadata.uid;
    if (uid === undefined || signal === undefined || signal.aborted) return;
    const known = this.#workers.get(uid);
    if (known !== undefined) return known.update(pod);
    const parts = {
      host,
      probes: this.#probes,
      admit: (one: Pod) => this.#admit(one, uid),
      report: (one: Pod, status: PodStatus, remove: boolean) => this.#report(one, status, remove),
      resizeRefusal: (one: Pod) => this.#resizeRefusal(one, uid),
      networkFault,
    };
    const worker = new PodWorker(parts, pod);
    this.#workers.set(uid, worker);
    this.#noteCount();
    const run = worker
      .run(signal)
      .catch((error: unknown) =>
        host.log.error('the worker of a pod ended with a defect', { error, pod: pod.metadata.name }),
      )
      .then(() => {
        if (signal.aborted) return;
        this.#workers.delete(uid);
        this.#noteCount();
        this.#options.forget(uid);
        this.#follow(keyOf(pod));
      });
    this.#runs.add(run);
    void run.then(() => this.#runs.delete(run));
  }

  /** Other pods are preempted for it here. */
  #admit(pod: Pod, uid: string, others = this.#others(uid)): Refusal | 'waits' | undefined {
    const { statics } = this.#options;
    const { refusal, victims } = this.#options.admit(pod, others, {
      isEnding: ({ metadata }) => this.#workers.get(metadata.uid ?? '')?.isPreempted === true,
      critical: (one) => isCritical(one) || statics.has(one.metadata.uid ?? ''),
    });
    for (const { metadata } of victims ?? []) {
      this.#workers.get(metadata.uid ?? '')?.evict(preemptionVerdict, undefined);
    }
    return victims === undefined ? refusal : 'waits';
  }

  #resizeRefusal(pod: Pod, uid: string): ResizeRefusal | undefined {
    const never = infeasible(pod, this.#options.host.allocatable());
    if (never !== undefined) return never;
    const found = this.#admit(pod, uid, this.#othersFor(pod, uid));
    if (found === undefined) return undefined;
    const message = found === 'waits' ? 'other pods end to make room for it' : found.message;
    return { reason: 'Deferred', message };
  }

  /** As they are when those that wait for resources before this one have them. */
  #othersFor(pod: Pod, uid: string): readonly Pod[] {
    const { admit } = this.#options;
    const own = this.#workers.get(uid);
    const deferred = [...this.#workers].filter(([other, { isResizeDeferred }]) => isResizeDeferred && other !== uid);
    const waiting = deferred.map(([other, { wanted, status }]) => ({ uid: other, pod: { ...wanted, status } }));
    const mine = { uid, pod: own === undefined ? pod : { ...pod, status: own.status } };
    const others = new Map(this.#others(uid).map((one) => [one.metadata.uid ?? '', one]));
    return othersBefore([...waiting, mine], uid, others, (one, beside) => {
      const { refusal, victims } = admit(one, beside, { critical: () => false });
      return refusal === undefined && victims === undefined;
    });
  }

  /** What one leaves may be what another waits for. */
  #noteCount(): void {
    for (const worker of this.#workers.values()) if (worker.isResizeDeferred) worker.wake();
    this.#options.workers.set(this.#workers.size);
    this.#options.countChanged();
  }

  /** Uses the statuses of the agent: the server may not have them yet. */
  #others(uid: string): readonly Pod[] {
    return [...this.#workers]
      .filter(([other, { isAdmitted }]) => other !== uid && isAdmitted)
      .map(([, { pod, status }]) => ({ ...pod, status }));
  }

  #remove({ metadata }: Pod): void {
    this.#workers.get(metadata.uid ?? '')?.remove();
  }
}

function keyOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? 'default'}/${metadata.name ?? ''}`;
}

/** The part of a pod that an event about a container names. */
export function fieldPathOf(pod: Pod, container: Container): string {
  const sorts = ['initContainers', 'ephemeralContainers', 'containers'] as const;
  const sort = sorts.find((one) => (pod.spec?.[one] ?? []).some(({ name }) => name === container.name));
  return sort === undefined ? '' : `spec.${sort}{${container.name}}`;
}
