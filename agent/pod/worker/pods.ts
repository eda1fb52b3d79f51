// The pods of this node: a worker for each that the server bound here, woken by what changes at the server, in the runtime and by
// probes. What runs of pods that the server does not know ends. When the agent ends, containers run on, and the next agent finds
// them again.

import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Gauge } from '../../../shared/process/metric/metrics.ts';
import type { PodHost } from '../container/pod-host.ts';
import { type Container, isFinished, type Pod, type PodStatus } from '../object/pod.ts';
import type { Refusal } from '../plan/admission.ts';
import { perform } from '../probe/action.ts';
import { ProbeKeeper } from '../probe/probe-keeper.ts';
import { readPod } from '../seen/pod-reader.ts';
import { PodWorker } from './pod-worker.ts';

export interface PodsOptions {
  readonly host: PodHost;
  /** Those that are bound to this node. */
  readonly informer: Informer<Pod>;
  readonly admit: (pod: Pod, others: readonly Pod[]) => Refusal | undefined;
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
  readonly #orphans = new Map<string, Promise<void>>();
  readonly #probes: ProbeKeeper;
  #signal: AbortSignal | undefined;

  constructor(options: PodsOptions) {
    this.#options = options;
    const { host } = options;
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
    const { informer } = this.#options;
    this.#signal = signal;
    const stop = informer.onChange({
      added: (pod) => this.#add(pod),
      modified: (pod, before) => {
        // Another pod under the same name: what happened between is not told.
        if (pod.metadata.uid !== before.metadata.uid) this.#remove(before);
        this.#add(pod);
        this.#options.observe(pod);
      },
      deleted: (pod) => this.#remove(pod),
    });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    stop();
    await this.#probes.stopAll();
    await Promise.all([...this.#runs, ...this.#orphans.values()]);
  }

  /** Those that have their place here and have not ended. */
  active(): readonly Pod[] {
    return [...this.#workers.values()]
      .filter(({ isAdmitted, status }) => isAdmitted && !isFinished(status.phase))
      .map(({ pod, status }) => ({ ...pod, status }));
  }

  /** For what notices changes of the runtime. */
  changed(uids: ReadonlySet<string>, running: ReadonlySet<string>): void {
    for (const uid of uids) this.#workers.get(uid)?.wake();
    if (!this.#options.informer.hasSynced) return;
    for (const uid of running) if (!this.#workers.has(uid) && !this.#orphans.has(uid)) this.#endOrphan(uid);
  }

  #add(pod: Pod): void {
    const { host, admit, report, networkFault } = this.#options;
    const signal = this.#signal;
    const uid = pod.metadata.uid;
    if (uid === undefined || signal === undefined || signal.aborted) return;
    const known = this.#workers.get(uid);
    if (known !== undefined) return known.update(pod);
    const parts = {
      host,
      probes: this.#probes,
      admit: (one: Pod) => admit(one, this.#others(uid)),
      report,
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
      });
    this.#runs.add(run);
    void run.then(() => this.#runs.delete(run));
  }

  #noteCount(): void {
    this.#options.workers.set(this.#workers.size);
    this.#options.countChanged();
  }

  /** With the statuses that are known here: the server may not have them yet. */
  #others(uid: string): readonly Pod[] {
    return [...this.#workers]
      .filter(([other, { isAdmitted }]) => other !== uid && isAdmitted)
      .map(([, { pod, status }]) => ({ ...pod, status }));
  }

  #remove({ metadata }: Pod): void {
    this.#workers.get(metadata.uid ?? '')?.remove();
  }

  /** Somebody deleted the pod while no agent ran, or made it by hand under the labels of pods. */
  #endOrphan(uid: string): void {
    const { host } = this.#options;
    const signal = this.#signal;
    if (signal === undefined || signal.aborted) return;
    const end = async (): Promise<void> => {
      const seen = await readPod(host, uid, signal);
      host.log.info('what runs of a pod that the server does not know ends', { uid });
      await Promise.all(
        seen.containers
          .filter(({ state }) => state === 'running')
          .map(({ id }) => host.podRuntime.stopContainer(id, orphanGrace, signal)),
      );
      for (const { id } of seen.sandboxes) {
        await host.podRuntime.stopSandbox(id, signal);
        await host.podRuntime.removeSandbox(id, signal);
      }
    };
    const ending = end()
      .catch((error: unknown) => {
        if (!signal.aborted)
          host.log.warn('an unknown pod could not be ended; trying again', { uid, error: String(error) });
      })
      .then(() => {
        this.#orphans.delete(uid);
      });
    this.#orphans.set(uid, ending);
  }
}

/** Seconds. */
const orphanGrace = 30;

/** The part of a pod that an event about a container names. */
export function fieldPathOf(pod: Pod, container: Container): string {
  const sorts = ['initContainers', 'ephemeralContainers', 'containers'] as const;
  const sort = sorts.find((one) => (pod.spec?.[one] ?? []).some(({ name }) => name === container.name));
  return sort === undefined ? '' : `spec.${sort}{${container.name}}`;
}
