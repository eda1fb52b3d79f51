// The start of what a pod is to run: sandbox, control group, volumes, then one container after another. Remembers which containers could
// not be started and when each may be tried again. What keeps a pod alive stands in `pod-worker.ts`.

import { ensurePodCgroup } from '../container/pod-cgroup.ts';
import type { PodHost } from '../container/pod-host.ts';
import { isSidecar, type Pod } from '../object/pod.ts';
import type { NextStep, Start } from '../plan/step.ts';
import { hashOf, type SeenPod } from '../seen/seen-pod.ts';
import type { StartFailure } from '../status/container-statuses.ts';
import { CrashBackOff, shownDelay } from './crash-back-off.ts';
import { podVolumes } from './pod-volumes.ts';
import { sandboxConfigOf, startContainer, StartRefused, startSandbox } from './start.ts';

/** What a start tells the life of its pod, at once. */
export interface StartNotes {
  /** The addresses of the pod: those of a new sandbox, or those before it. */
  ips(): readonly string[];
  addressed(ips: readonly string[]): void;
  /** The pod is to be looked at again at this time (wall clock, milliseconds). */
  dueAt(time: number): void;
  /** A container waits or could not be started: the status is another one. */
  changed(): void;
}

export interface PodStartParts {
  readonly host: PodHost;
  /** Why pods with a network of their own cannot begin; undefined: they can. */
  readonly networkFault: () => string | undefined;
  readonly notes: StartNotes;
}

/** Milliseconds. */
const retryPeriod = 10_000;
const retryAfterPull = 3_000;
const leastPause = 1_000;

export class PodStart {
  readonly #parts: PodStartParts;
  readonly #crashes = new CrashBackOff();
  readonly #failures = new Map<string, StartFailure>();
  /** Until when a container that could not be started waits (wall clock, milliseconds). */
  readonly #waiting = new Map<string, number>();

  constructor(parts: PodStartParts) {
    this.#parts = parts;
  }

  /** By the name of the container: why it could not be started when that was tried last. */
  get failures(): ReadonlyMap<string, StartFailure> {
    return this.#failures;
  }

  /** True: something was started, and the pod is to be looked at again at once. Rejects with what the next look tries again. */
  async start(
    pod: Pod,
    seen: SeenPod,
    { newSandbox, sandboxId, starts }: Pick<NextStep, 'newSandbox' | 'sandboxId' | 'starts'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { host, notes } = this.#parts;
    const due = newSandbox === undefined ? starts.filter((start) => this.#mayStart(pod, start, seen)) : starts;
    if (due.length === 0) {
      notes.changed();
      return false;
    }
    this.#refuseWithoutNetwork(pod);
    await this.#cgroup(pod, signal);
    const volumes = await podVolumes(host, pod, this.#podIps(pod), signal);
    const attempt = newSandbox?.attempt ?? seen.sandboxes.find(({ id }) => id === sandboxId)?.attempt ?? 0;
    const sandbox = await sandboxConfigOf(host, pod, { attempt, isNew: newSandbox !== undefined }, signal);
    const made = newSandbox === undefined ? undefined : await startSandbox(host, pod, sandbox, signal);
    if (made !== undefined) notes.addressed(made.ips);
    const place = { sandboxId: made?.id ?? sandboxId ?? '', sandbox, podIps: this.#podIps(pod), volumes };
    let started = false;
    for (const start of due) {
      const ok = await this.#startOne(pod, start, seen, place, signal);
      started ||= ok;
      // The containers that come after an initial one wait for it.
      if (!ok && start.sort === 'initial' && !isSidecar(start.container)) break;
    }
    return started;
  }

  #podIps({ spec }: Pod): readonly string[] {
    const { host, notes } = this.#parts;
    return spec?.hostNetwork === true ? host.hostIps() : notes.ips();
  }

  #refuseWithoutNetwork(pod: Pod): void {
    const fault = pod.spec?.hostNetwork === true ? undefined : this.#parts.networkFault();
    if (fault === undefined) return;
    this.#parts.host.tell(pod, undefined, 'Warning', 'NetworkNotReady', `network is not ready: ${fault}`);
    throw new Error(`network is not ready: ${fault}`);
  }

  async #cgroup(pod: Pod, signal: AbortSignal): Promise<void> {
    const { host } = this.#parts;
    try {
      await ensurePodCgroup(pod, await host.cgroup(signal));
    } catch (error) {
      const message = `unable to ensure pod container exists: ${String(error)}`;
      if (!signal.aborted) host.tell(pod, undefined, 'Warning', 'FailedCreatePodContainer', message);
      throw error;
    }
  }

  async #startOne(
    pod: Pod,
    start: Start,
    seen: SeenPod,
    place: Omit<Parameters<typeof startContainer>[3], 'start'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { host, notes } = this.#parts;
    const { name, image = '' } = start.container;
    try {
      await startContainer(host, pod, seen, { start, ...place }, signal);
      this.#failures.delete(name);
      return true;
    } catch (error) {
      if (signal.aborted || !(error instanceof StartRefused)) throw error;
      this.#failures.set(name, error.failure);
      notes.changed();
      const at = host.images.retryAt(pod.metadata.uid ?? '', image);
      const isBackingOff = error.failure.reason === 'ImagePullBackOff' && at !== undefined;
      const pause = isBackingOff ? Math.max(leastPause, at - host.clock.monotonic()) : failurePause(error.failure);
      this.#waiting.set(name, host.clock.now() + pause);
      notes.dueAt(host.clock.now() + pause);
      return false;
    }
  }

  /** Not so soon after it ended, and not while its image cannot be had. */
  #mayStart(pod: Pod, { container }: Start, seen: SeenPod): boolean {
    const { host, notes } = this.#parts;
    // One that is being ended for another reason has not crashed: the run before it counts.
    const run = seen.containers.find(({ name, state }) => name === container.name && state === 'exited');
    const now = host.clock.now();
    const waits = this.#waiting.get(container.name) ?? 0;
    if (waits > now) {
      notes.dueAt(waits);
      return false;
    }
    if (run === undefined) return true;
    const backOff = this.#crashes.check(`${container.name}_${hashOf(container)}`, run.finishedAt, now);
    if (backOff === undefined) return true;
    const { metadata } = pod;
    const podName = `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
    const message = `back-off ${shownDelay(backOff.delay)} restarting failed container=${container.name} pod=${podName}`;
    const event = `Back-off restarting failed container ${container.name} in pod ${podName}`;
    host.tell(pod, container, 'Warning', 'BackOff', event);
    this.#failures.set(container.name, { reason: 'CrashLoopBackOff', message });
    notes.dueAt(backOff.until);
    return false;
  }
}

/** Soon after a pull that failed the status says that it waits for the next one. */
function failurePause({ reason }: StartFailure): number {
  return reason === 'ErrImagePull' ? retryAfterPull : retryPeriod;
}
