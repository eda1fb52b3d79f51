// One pod from its binding to its end: a loop that compares the desired state with the runtime, carries out the next step, and
// writes the status. Changes of the object, of the runtime and of probes wake it; it also runs every minute. A failed step is
// retried after ten seconds.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTime, parseTime } from '../../../shared/object/time.ts';
import { ensurePodCgroup, removePodCgroup } from '../container/pod-cgroup.ts';
import { podFolder, podLogFolder, type PodHost } from '../container/pod-host.ts';
import { isFinished, isSidecar, type Pod, type PodStatus } from '../object/pod.ts';
import type { Verdict } from '../eviction/verdict.ts';
import type { Refusal } from '../plan/admission.ts';
import { nextStep, usableSandbox } from '../plan/next-step.ts';
import type { NextStep, Start } from '../plan/step.ts';
import type { ProbeKeeper } from '../probe/probe-keeper.ts';
import { readPod } from '../seen/pod-reader.ts';
import { hashOf, type SeenPod } from '../seen/seen-pod.ts';
import type { StartFailure } from '../status/container-statuses.ts';
import { podStatus } from '../status/pod-status.ts';
import { prepareVolumes, removePodFolder } from '../volume/volumes.ts';
import { VolumeRefused } from '../volume/payload.ts';
import { CrashBackOff, shownDelay } from './crash-back-off.ts';
import { probeVerdicts } from './probe-verdicts.ts';
import { sandboxConfigOf, startContainer, StartRefused, startSandbox } from './start.ts';
import { endContainer, endPod, graceOf } from './terminate.ts';

export interface PodWorkerParts {
  readonly host: PodHost;
  readonly probes: ProbeKeeper;
  /** Why the pod may not start here; undefined: it may. */
  readonly admit: (pod: Pod) => Refusal | undefined;
  /** `remove`: nothing of the pod is left, so that it may be deleted at the server. */
  readonly report: (pod: Pod, status: PodStatus, remove: boolean) => void;
  /** Why pods with a network of their own cannot start; undefined: they can. */
  readonly networkFault: () => string | undefined;
}

/** Milliseconds. */
const resyncPeriod = 60_000;
const retryPeriod = 10_000;

type Mode = 'new' | 'running' | 'ending' | 'ended';

export class PodWorker {
  readonly #parts: PodWorkerParts;
  readonly #crashes = new CrashBackOff();
  readonly #failures = new Map<string, StartFailure>();
  /** Until when a container that could not be started waits (wall clock, milliseconds). */
  readonly #waiting = new Map<string, number>();
  #pod: Pod;
  #mode: Mode = 'new';
  #status: PodStatus;
  #lastIps: readonly string[] = [];
  /** Why the agent itself stops the pod. */
  #override: (Refusal & { readonly disrupts?: boolean }) | undefined;
  /** The longest grace period in that case, in seconds. */
  #grace: number | undefined;
  /** The server has no such pod any more. */
  #gone = false;
  #woken = false;
  #wake: (() => void) | undefined;
  /** Aborts the running step when the pod must stop earlier than planned. */
  #round = new AbortController();
  /** When the next step is due (wall clock, milliseconds). */
  #due = Number.POSITIVE_INFINITY;

  constructor(parts: PodWorkerParts, pod: Pod) {
    this.#parts = parts;
    this.#pod = pod;
    this.#status = pod.status ?? {};
    this.#lastIps = (pod.status?.podIPs ?? []).map(({ ip }) => ip);
  }

  get pod(): Pod {
    return this.#pod;
  }

  /** As it was made last. */
  get status(): PodStatus {
    return this.#status;
  }

  /** Whether it has been admitted, by this agent or an earlier one. */
  get isAdmitted(): boolean {
    return this.#mode !== 'new' || this.#pod.status?.startTime !== undefined;
  }

  update(pod: Pod): void {
    const [before, after] = [this.#pod, pod];
    this.#pod = pod;
    const isEnding = after.metadata.deletionTimestamp !== undefined;
    const isNew = before.metadata.deletionTimestamp === undefined;
    if (isEnding && (isNew || graceOf(after) < graceOf(before))) this.#round.abort(new Error('the pod is to end'));
    this.wake();
  }

  /** Whether all its containers have ended, and none will start again. */
  get hasEnded(): boolean {
    return this.#mode === 'ended';
  }

  /** Whether it is being stopped, or has ended. */
  get isEnding(): boolean {
    return this.#mode === 'ending' || this.#mode === 'ended' || this.#override !== undefined || this.#gone;
  }

  /** Evicts the pod. `grace`: most seconds; undefined: its own grace period. Only the first call has an effect. */
  evict({ message, disrupts }: Verdict, grace: number | undefined): void {
    if (this.isEnding) return;
    this.#override = { reason: 'Evicted', message, disrupts };
    this.#grace = grace;
    this.#parts.host.tell(this.#pod, undefined, 'Warning', 'Evicted', message);
    this.#round.abort(new Error('the pod is to end'));
    this.wake();
  }

  /** Stops the pod because the server has deleted it. */
  remove(): void {
    this.#gone = true;
    this.#round.abort(new Error('the pod is gone'));
    this.wake();
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Resolves when the pod was deleted and nothing of it is left, or when the signal aborts; then its containers keep running. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts.host;
    while (!signal.aborted) {
      this.#woken = false;
      this.#due = Number.POSITIVE_INFINITY;
      this.#round = new AbortController();
      const round = AbortSignal.any([signal, this.#round.signal]);
      let pause = resyncPeriod;
      try {
        if (await this.#look(round)) return;
      } catch (error) {
        if (signal.aborted) return;
        if (!this.#round.signal.aborted) {
          const { namespace, name } = this.#pod.metadata;
          log.warn('the next step of a pod failed; trying again', { namespace, pod: name, error: String(error) });
          pause = retryPeriod;
        }
      }
      await this.#sleep(Math.min(pause, Math.max(0, this.#due - clock.now())), signal);
    }
  }

  async #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#woken) return;
    const end = new AbortController();
    this.#wake = () => end.abort();
    await this.#parts.host.clock.sleep(milliseconds, AbortSignal.any([signal, end.signal])).catch(() => undefined);
    this.#wake = undefined;
  }

  /** True: nothing of the pod is left. */
  async #look(signal: AbortSignal): Promise<boolean> {
    const { host } = this.#parts;
    const uid = this.#pod.metadata.uid ?? '';
    const seen = await readPod(host, uid, signal);
    this.#lastIps = usableSandbox(this.#pod, seen)?.ips ?? this.#lastIps;
    if (this.#mode === 'new') this.#begin(seen);
    if (this.#mode === 'running' && this.#mustEnd()) this.#mode = 'ending';
    if (this.#mode === 'running') await this.#sync(seen, signal);
    if (this.#mode === 'ending') await this.#finish(seen, signal);
    if (this.#mode !== 'ended') return false;
    if (!this.#gone) {
      if (this.#pod.metadata.deletionTimestamp !== undefined) this.#parts.report(this.#pod, this.#status, true);
      return false;
    }
    await this.#clear(seen, signal);
    return true;
  }

  #begin(seen: SeenPod): void {
    this.#mode = 'running';
    const isFresh = seen.sandboxes.length === 0 && (this.#pod.status?.phase ?? 'Pending') === 'Pending';
    if (!isFresh || this.#pod.metadata.deletionTimestamp !== undefined) return;
    const refusal = this.#parts.admit(this.#pod);
    if (refusal === undefined) return;
    this.#parts.host.tell(this.#pod, undefined, 'Warning', refusal.reason, refusal.message);
    const { generation } = this.#pod.metadata;
    this.#status = {
      ...this.#status,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      phase: 'Failed',
      reason: refusal.reason,
      message: `Pod was rejected: ${refusal.message}`,
      startTime: formatTime(this.#parts.host.clock.now()),
    };
    this.#parts.report(this.#pod, this.#status, false);
    this.#mode = 'ended';
  }

  #mustEnd(): boolean {
    const { activeDeadlineSeconds: limit } = this.#pod.spec ?? {};
    const began = parseTime(this.#status.startTime ?? '');
    if (limit !== undefined && began !== undefined && this.#override === undefined) {
      const end = began + limit * 1000;
      if (this.#parts.host.clock.now() >= end) {
        const message = 'Pod was active on the node longer than the specified deadline';
        this.#override = { reason: 'DeadlineExceeded', message };
        this.#parts.host.tell(this.#pod, undefined, 'Normal', 'DeadlineExceeded', message);
      } else this.#due = Math.min(this.#due, end);
    }
    const isFinal = isFinished(this.#pod.status?.phase) || isFinished(this.#status.phase);
    return this.#gone || this.#pod.metadata.deletionTimestamp !== undefined || this.#override !== undefined || isFinal;
  }

  async #sync(seen: SeenPod, signal: AbortSignal): Promise<void> {
    const { host, probes } = this.#parts;
    const pod = this.#pod;
    const uid = pod.metadata.uid ?? '';
    probes.follow(pod, seen);
    this.#report(seen, false);
    if (isFinished(this.#status.phase)) {
      this.#mode = 'ending';
      return;
    }
    const step = nextStep(pod, seen, {
      liveness: (id) => probes.verdict('liveness', id),
      startup: (id) => probes.verdict('startup', id),
    });
    if (step.stopAll) {
      await endPod(host, pod, seen, {}, signal);
      if (step.newSandbox === undefined) return this.#lookIn(1_000);
    }
    for (const { container, message, reason } of step.kills) {
      await endContainer(
        host,
        pod,
        container,
        { message, ...graceFor(pod, container.name, reason) },
        this.#lastIps[0] ?? '',
        signal,
      );
    }
    await this.#forgetRuns(seen, signal);
    if (step.starts.length > 0) await this.#start(seen, step, signal);
    else await this.#freshVolumes(uid, signal);
    if (step.kills.length > 0) this.wake();
  }

  #lookIn(milliseconds: number): void {
    this.#due = Math.min(this.#due, this.#parts.host.clock.now() + milliseconds);
  }

  /** Sandbox, groups, volumes, then the containers. */
  async #start(
    seen: SeenPod,
    { newSandbox, sandboxId, starts }: Pick<NextStep, 'newSandbox' | 'sandboxId' | 'starts'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { host } = this.#parts;
    const pod = this.#pod;
    const due = newSandbox === undefined ? starts.filter((start) => this.#mayStart(start, seen)) : starts;
    if (due.length === 0) return this.#report(seen, false);
    const fault = pod.spec?.hostNetwork === true ? undefined : this.#parts.networkFault();
    if (fault !== undefined) {
      host.tell(pod, undefined, 'Warning', 'NetworkNotReady', `network is not ready: ${fault}`);
      throw new Error(`network is not ready: ${fault}`);
    }
    const cgroup = await host.cgroup(signal);
    await ensurePodCgroup(pod, cgroup).catch((error: unknown) => {
      host.tell(
        pod,
        undefined,
        'Warning',
        'FailedCreatePodContainer',
        `unable to ensure pod container exists: ${String(error)}`,
      );
      throw error;
    });
    const volumes = await this.#volumes(pod.metadata.uid ?? '', signal);
    const attempt = newSandbox?.attempt ?? seen.sandboxes.find(({ id }) => id === sandboxId)?.attempt ?? 0;
    const config = await sandboxConfigOf(host, pod, { attempt, isNew: newSandbox !== undefined }, signal);
    const made = newSandbox === undefined ? undefined : await startSandbox(host, pod, config, signal);
    if (made !== undefined) this.#lastIps = made.ips;
    const id = made?.id ?? sandboxId ?? '';
    const podIps = pod.spec?.hostNetwork === true ? host.hostIps() : this.#lastIps;
    let started = false;
    for (const start of due) {
      const ok = await this.#startOne(start, seen, { sandboxId: id, sandbox: config, podIps, volumes }, signal);
      started ||= ok;
      // The containers that come after an initial one wait for it.
      if (!ok && start.sort === 'initial' && !isSidecar(start.container)) break;
    }
    if (started) this.wake();
  }

  async #startOne(
    start: Start,
    seen: SeenPod,
    place: Omit<Parameters<typeof startContainer>[3], 'start'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { host } = this.#parts;
    const { name, image = '' } = start.container;
    try {
      await startContainer(host, this.#pod, seen, { start, ...place }, signal);
      this.#failures.delete(name);
      return true;
    } catch (error) {
      if (signal.aborted || !(error instanceof StartRefused)) throw error;
      this.#failures.set(name, error.failure);
      this.#report(seen, false);
      const at = host.images.retryAt(this.#pod.metadata.uid ?? '', image);
      const isBackingOff = error.failure.reason === 'ImagePullBackOff' && at !== undefined;
      const pause = isBackingOff ? Math.max(1_000, at - host.clock.monotonic()) : failurePause(error.failure.reason);
      this.#waiting.set(name, host.clock.now() + pause);
      this.#lookIn(pause);
      return false;
    }
  }

  /** Not so soon after it ended, and not while its image cannot be had. */
  #mayStart({ container }: Start, seen: SeenPod): boolean {
    const { host } = this.#parts;
    // A container that is stopped for another reason has not crashed: the previous run counts.
    const run = seen.containers.find(({ name, state }) => name === container.name && state === 'exited');
    const now = host.clock.now();
    const waits = this.#waiting.get(container.name) ?? 0;
    if (waits > now) {
      this.#due = Math.min(this.#due, waits);
      return false;
    }
    if (run === undefined) return true;
    const backOff = this.#crashes.check(`${container.name}_${hashOf(container)}`, run.finishedAt, now);
    if (backOff === undefined) return true;
    const { metadata } = this.#pod;
    const podName = `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
    const message = `back-off ${shownDelay(backOff.delay)} restarting failed container=${container.name} pod=${podName}`;
    const event = `Back-off restarting failed container ${container.name} in pod ${podName}`;
    host.tell(this.#pod, container, 'Warning', 'BackOff', event);
    this.#failures.set(container.name, { reason: 'CrashLoopBackOff', message });
    this.#due = Math.min(this.#due, backOff.until);
    return false;
  }

  async #volumes(uid: string, signal: AbortSignal): ReturnType<typeof prepareVolumes> {
    const { host } = this.#parts;
    const pod = this.#pod;
    const folder = podFolder(host, uid);
    await mkdir(join(folder, 'containers'), { recursive: true, mode: 0o750 });
    const facts = {
      pod,
      podIps: pod.spec?.hostNetwork === true ? host.hostIps() : this.#lastIps,
      hostIps: host.hostIps(),
      nodeName: host.nodeName,
      allocatable: host.allocatable(),
      read: host.read,
      token: (audience: string | undefined, seconds: number, stop: AbortSignal) =>
        host.token(pod, audience, seconds, stop),
    };
    try {
      return await prepareVolumes(folder, pod, facts, signal);
    } catch (error) {
      if (error instanceof VolumeRefused && !signal.aborted)
        host.tell(pod, undefined, 'Warning', 'FailedMount', error.message);
      throw error;
    }
  }

  /** Config maps, secrets and tokens change while the pod runs. */
  async #freshVolumes(uid: string, signal: AbortSignal): Promise<void> {
    const changes = (this.#pod.spec?.volumes ?? []).some(
      ({ configMap, secret, downwardAPI, projected }) =>
        (configMap ?? secret ?? downwardAPI ?? projected) !== undefined,
    );
    if (changes) await this.#volumes(uid, signal);
  }

  /** Keeps the two newest runs of each container, and the newest sandbox; removes older ones. */
  async #forgetRuns(seen: SeenPod, signal: AbortSignal): Promise<void> {
    const { podRuntime } = this.#parts.host;
    const counts = new Map<string, number>();
    for (const { id, name, state, restartCount } of seen.containers) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count <= 2 || state !== 'exited') continue;
      await podRuntime.removeContainer(id, signal);
      await rm(join(podLogFolder(this.#parts.host, this.#pod), name, `${restartCount}.log`), { force: true });
    }
    const used = new Set(seen.containers.map(({ sandboxId }) => sandboxId));
    for (const { id, ready } of seen.sandboxes.slice(1)) {
      if (!ready && !used.has(id)) await podRuntime.removeSandbox(id, signal);
    }
  }

  async #finish(seen: SeenPod, signal: AbortSignal): Promise<void> {
    const { host, probes } = this.#parts;
    const uid = this.#pod.metadata.uid ?? '';
    probes.stop(uid, ['liveness', 'startup']);
    this.#report(seen, false);
    const grace = this.#grace === undefined ? {} : { grace: Math.min(this.#grace, graceOf(this.#pod)) };
    await endPod(host, this.#pod, seen, grace, signal).catch((error: unknown) => {
      if (!signal.aborted)
        host.tell(this.#pod, undefined, 'Warning', 'FailedKillPod', `error killing pod: ${String(error)}`);
      throw error;
    });
    probes.stop(uid);
    const after = await readPod(host, uid, signal);
    if (after.containers.some(({ state }) => state === 'running'))
      throw new Error('containers run after they were ended');
    this.#report(after, true);
    await removePodFolder(podFolder(host, uid));
    await removePodCgroup(this.#pod, await host.cgroup(signal));
    host.images.forget(uid);
    this.#mode = 'ended';
  }

  /** Removes sandboxes, containers and logs of a pod that was deleted at the server. */
  async #clear(seen: SeenPod, signal: AbortSignal): Promise<void> {
    const { host } = this.#parts;
    for (const { id } of seen.sandboxes) {
      await host.podRuntime.stopSandbox(id, signal);
      await host.podRuntime.removeSandbox(id, signal);
    }
    for (const { id } of seen.containers) await host.podRuntime.removeContainer(id, signal);
    await rm(podLogFolder(host, this.#pod), { recursive: true, force: true });
  }

  /** A pod is not reported as ended while one of its containers may still run. */
  #report(seen: SeenPod, ended: boolean): void {
    const { host, probes, report } = this.#parts;
    const made = podStatus({
      pod: this.#pod,
      seen,
      before: this.#status,
      runtimeName: host.runtimeName(),
      failures: this.#failures,
      probes: probeVerdicts(probes),
      ended,
      hostIps: host.hostIps(),
      lastIps: this.#lastIps,
      override: ended || seen.containers.every(({ state }) => state !== 'running') ? this.#override : undefined,
      now: host.clock.now(),
    });
    this.#status = { ...made, startTime: made.startTime ?? formatTime(host.clock.now()) };
    if (!this.#gone) report(this.#pod, this.#status, false);
  }
}

/** Soon after a failed pull the status shows the back-off instead of the error. */
function failurePause(reason: string): number {
  return reason === 'ErrImagePull' ? 3_000 : retryPeriod;
}

/** A probe may specify another grace period than its pod. */
function graceFor(pod: Pod, name: string, reason: string | undefined): { readonly grace?: number } {
  const container = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])].find(
    (one) => one.name === name,
  );
  const probe =
    reason === 'LivenessProbe'
      ? container?.livenessProbe
      : reason === 'StartupProbe'
        ? container?.startupProbe
        : undefined;
  return probe?.terminationGracePeriodSeconds === undefined ? {} : { grace: probe.terminationGracePeriodSeconds };
}
