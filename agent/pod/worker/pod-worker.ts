// One pod from its binding to its end: a loop that compares the desired state with the runtime, carries out the next step, and
// writes the status. Changes of the object, of the runtime and of probes wake it; it also runs every minute. A failed step is
// retried after ten seconds.

import { formatTime } from '../../../shared/object/time.ts';
import { underSignals } from '../../../shared/process/async/joined-signal.ts';
import { type RoundLoop, roundLoop } from '../../../shared/process/loop/round-loop.ts';
import { preemptionVerdict, type Verdict } from '../eviction/verdict.ts';
import { isFinished, type Pod, type PodStatus } from '../object/pod.ts';
import type { Refusal } from '../plan/admission.ts';
import { deadlineOf } from '../plan/deadline.ts';
import { nextStep, usableSandbox } from '../plan/next-step.ts';
import { PodResize } from '../resize/pod-resize.ts';
import { SeenCache } from '../seen/seen-cache.ts';
import type { SeenPod } from '../seen/seen-pod.ts';
import { podStatus } from '../status/pod-status.ts';
import { rejectedStatus } from '../status/rejected-status.ts';
import { clearPod, forgetRuns, putAwayPod, stopPod } from './pod-end.ts';
import { PodStart } from './pod-start.ts';
import type { PodWorkerParts } from './pod-worker-parts.ts';
import { hasChangingVolumes, podVolumes } from './pod-volumes.ts';
import { probeVerdicts } from './probe-verdicts.ts';
import { endContainer, endPod, graceOf, probeGrace } from './terminate.ts';

/** Milliseconds. */
const resyncPeriod = 60_000;
const retryPeriod = 10_000;
/** Until what was stopped for a new start is looked for again. */
const stoppedPause = 1_000;
/** Until a pod for which others end asks again whether it may begin. */
const waitPause = 500;

type Mode = 'new' | 'running' | 'ending' | 'ended';

export class PodWorker {
  readonly #parts: PodWorkerParts;
  readonly #start: PodStart;
  readonly #resize: PodResize;
  /** As the server has it: it may ask for more than it was promised. */
  #pod: Pod;
  #mode: Mode = 'new';
  /** Others end for it: what they leave is kept for it. */
  #waits = false;
  /** It has its place, and what it was promised is being written down. */
  #granted = false;
  #status: PodStatus;
  readonly #seen: SeenCache;
  #lastIps: readonly string[];
  /** Why the agent ends it by itself. */
  #override: (Refusal & Pick<Verdict, 'disruption'>) | undefined;
  /** Most seconds that it then has. */
  #grace: number | undefined;
  /** The server has no such pod any more. */
  #gone = false;
  readonly #rounds: RoundLoop;
  /** Nothing of it is left. */
  readonly #left = new AbortController();
  /** Ends what is under way, when the pod is to end sooner than was thought. */
  #round = new AbortController();
  /** When the next step is due (wall clock, milliseconds). */
  #due = Number.POSITIVE_INFINITY;

  constructor(parts: PodWorkerParts, pod: Pod) {
    this.#parts = parts;
    this.#pod = pod;
    this.#status = pod.status ?? {};
    this.#lastIps = (pod.status?.podIPs ?? []).map(({ ip }) => ip);
    const { clock, log } = parts.host;
    this.#rounds = roundLoop({
      name: 'pod',
      round: (signal) => this.#look(signal),
      failed: (error) => {
        const { namespace, name } = this.#pod.metadata;
        log.warn('a pod is not as it should be; trying again', { namespace, pod: name, error: String(error) });
      },
      period: (done) => Math.min(done ? resyncPeriod : retryPeriod, Math.max(0, this.#due - clock.now())),
      clock,
    });
    this.#seen = new SeenCache(parts.host);
    this.#resize = new PodResize({ host: parts.host, refusal: parts.resizeRefusal });
    this.#start = new PodStart({
      host: parts.host,
      networkFault: parts.networkFault,
      notes: {
        ips: () => this.#lastIps,
        addressed: (ips) => {
          this.#lastIps = ips;
        },
        dueAt: (time) => this.#dueAt(time),
        changed: () => this.#report(this.#seen.last, false),
      },
    });
  }

  /** With the resources that it was promised. */
  get pod(): Pod {
    return this.#resize.allocated(this.#pod);
  }

  /** With the resources that it asks for. */
  get wanted(): Pod {
    return this.#pod;
  }

  /** It asks for resources that it may have when others have gone. */
  get isResizeDeferred(): boolean {
    return this.#resize.isDeferred;
  }

  /** As it was made last. */
  get status(): PodStatus {
    return this.#status;
  }

  /** Whether it has been admitted, by this agent or an earlier one. */
  get isAdmitted(): boolean {
    return this.#mode !== 'new' || this.#granted || this.#waits || this.#pod.status?.startTime !== undefined;
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

  /** It ends for one that the node cannot do without. */
  get isPreempted(): boolean {
    return this.#override?.reason === preemptionVerdict.reason;
  }

  /** The node ends it. `grace`: most seconds that it has; undefined: as many as its own. The first reason stays. */
  evict({ reason = 'Evicted', message, disruption, quiet }: Verdict, grace: number | undefined): void {
    if (this.isEnding) return;
    this.#override = { reason, message, ...(disruption === undefined ? {} : { disruption }) };
    this.#grace = grace;
    if (quiet !== true) this.#parts.host.tell(this.#pod, undefined, 'Warning', reason, message);
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
    this.#rounds.wake();
  }

  /** Something of it has changed in the runtime. */
  wakeToRead(): void {
    this.#seen.outdate();
    this.#rounds.wake();
  }

  /** Resolves when the pod is gone and nothing of it is left, or the signal aborted; containers then run on. */
  run(signal: AbortSignal): Promise<void> {
    return underSignals([signal, this.#left.signal], (either) => this.#rounds.run(either));
  }

  async #look(signal: AbortSignal): Promise<void> {
    this.#due = Number.POSITIVE_INFINITY;
    this.#round = new AbortController();
    const round = this.#round.signal;
    try {
      if (await underSignals([signal, round], (either) => this.#lookOnce(either))) this.#left.abort();
    } catch (error) {
      // What was under way was cut short, because something else is to be done at once.
      if (!round.aborted) throw error;
    }
  }

  /** True: nothing of the pod is left. */
  async #lookOnce(signal: AbortSignal): Promise<boolean> {
    const { host } = this.#parts;
    const seen = await this.#seen.read(this.#pod.metadata.uid ?? '', signal);
    this.#lastIps = usableSandbox(this.#pod, seen)?.ips ?? this.#lastIps;
    if (this.#mode === 'new') await this.#begin(seen);
    if (this.#mode === 'running' && this.#mustEnd()) this.#mode = 'ending';
    if (this.#mode === 'running') await this.#sync(seen, signal);
    if (this.#mode === 'ending') await this.#finish(seen, signal);
    if (this.#mode !== 'ended') return false;
    if (!this.#gone) {
      if (this.#pod.metadata.deletionTimestamp !== undefined) this.#parts.report(this.#pod, this.#status, true);
      return false;
    }
    await clearPod(host, this.#pod, seen, signal);
    return true;
  }

  async #begin(seen: SeenPod): Promise<void> {
    const isFresh = seen.sandboxes.length === 0 && (this.#pod.status?.phase ?? 'Pending') === 'Pending';
    const isAsked = isFresh && this.#pod.metadata.deletionTimestamp === undefined && !this.isEnding;
    const refusal = isAsked ? this.#parts.admit(this.#pod) : undefined;
    this.#waits = refusal === 'waits';
    // Before anything is awaited: another pod must not get the same place.
    this.#granted = isAsked && refusal === undefined;
    if (refusal === 'waits') return this.#dueAt(this.#parts.host.clock.now() + waitPause);
    if (refusal === undefined) await (isAsked ? this.#resize.begin(this.#pod) : this.#resize.recall(this.#pod));
    this.#mode = 'running';
    if (refusal === undefined) return;
    this.#parts.host.tell(this.#pod, undefined, 'Warning', refusal.reason, refusal.message);
    this.#status = rejectedStatus(this.#pod, this.#status, refusal, this.#parts.host.clock.now());
    this.#parts.report(this.#pod, this.#status, false);
    this.#mode = 'ended';
  }

  #mustEnd(): boolean {
    const end = deadlineOf(this.#pod, this.#status);
    if (end !== undefined && this.#override === undefined) {
      if (this.#parts.host.clock.now() >= end) {
        const message = 'Pod was active on the node longer than the specified deadline';
        this.#override = { reason: 'DeadlineExceeded', message };
        this.#parts.host.tell(this.#pod, undefined, 'Normal', 'DeadlineExceeded', message);
      } else this.#dueAt(end);
    }
    const isFinal = isFinished(this.#pod.status?.phase) || isFinished(this.#status.phase);
    return this.#gone || this.#pod.metadata.deletionTimestamp !== undefined || this.#override !== undefined || isFinal;
  }

  #dueAt(time: number): void {
    this.#due = Math.min(this.#due, time);
  }

  async #sync(seen: SeenPod, signal: AbortSignal): Promise<void> {
    const { host, probes } = this.#parts;
    await this.#resize.review(this.#pod, seen);
    const pod = this.pod;
    probes.follow(pod, seen);
    this.#report(seen, false);
    if (isFinished(this.#status.phase)) {
      this.#mode = 'ending';
      return;
    }
    const step = nextStep(pod, seen, {
      liveness: (id) => probes.verdict('liveness', id),
      startup: (id) => probes.verdict('startup', id),
      outgrown: (id) => this.#resize.restarts(pod, seen, id),
    });
    if (step.stopAll || step.kills.length > 0 || step.starts.length > 0) this.#seen.outdate();
    if (step.stopAll) {
      await endPod(host, pod, seen, {}, signal);
      if (step.newSandbox === undefined) return this.#dueAt(host.clock.now() + stoppedPause);
    }
    for (const kill of step.kills) {
      const ending = { message: kill.message, ...probeGrace(pod, kill) };
      await endContainer(host, pod, kill.container, ending, this.#lastIps[0] ?? '', signal);
    }
    await forgetRuns(host, pod, seen, signal);
    const resized = await this.#resize.apply(pod, seen, signal);
    if (resized === 'failed') this.#dueAt(host.clock.now() + retryPeriod);
    if (resized !== 'nothing') this.#report(seen, false);
    if (step.starts.length > 0) {
      if (await this.#start.start(pod, seen, step, signal)) this.wake();
    } else if (hasChangingVolumes(pod)) {
      await podVolumes(host, pod, pod.spec?.hostNetwork === true ? host.hostIps() : this.#lastIps, signal);
    }
    if (step.kills.length > 0 || resized === 'done') this.wake();
  }

  async #finish(seen: SeenPod, signal: AbortSignal): Promise<void> {
    const { host, probes } = this.#parts;
    const uid = this.#pod.metadata.uid ?? '';
    probes.stop(uid, ['liveness', 'startup']);
    this.#report(seen, false);
    this.#seen.outdate();
    const after = await stopPod(host, this.#pod, seen, this.#grace, signal);
    probes.stop(uid);
    this.#report(after, true);
    await putAwayPod(host, this.#pod, signal);
    this.#mode = 'ended';
  }

  /** A pod is not said to have ended while something of it may run. */
  #report(seen: SeenPod, ended: boolean): void {
    const { host, probes, report } = this.#parts;
    const made = podStatus({
      pod: this.pod,
      seen,
      before: this.#status,
      runtimeName: host.runtimeName(),
      failures: this.#start.failures,
      resize: this.#resize,
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
