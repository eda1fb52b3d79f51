// Probes the containers of running pods: one loop for each probe of each run of a container. Keeps the current verdicts by
// container id, and calls `changed` when a verdict changes. A restarted container has a new id, and starts without a verdict.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Container, Pod, Probe } from '../object/pod.ts';
import type { SeenContainer, SeenPod } from '../seen/seen-pod.ts';
import type { Outcome } from './outcome.ts';

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

export interface ProbeKeeperOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Runs the probe once. Rejects when it could not be run. */
  readonly probe: (
    pod: Pod,
    container: Container,
    run: SeenContainer,
    probe: Probe,
    signal: AbortSignal,
  ) => Promise<Outcome>;
  readonly tell: (pod: Pod, container: Container, reason: string, message: string) => void;
  /** Called when the verdict on a container of this pod has changed. */
  readonly changed: (podUid: string) => void;
}

interface Watch {
  readonly podUid: string;
  readonly end: AbortController;
}

const titles: Readonly<Record<ProbeKind, string>> = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
};
const kinds = ['startup', 'readiness', 'liveness'] as const;

export class ProbeKeeper {
  readonly #options: ProbeKeeperOptions;
  /** By kind and id of the container. */
  readonly #watches = new Map<string, Watch>();
  readonly #verdicts = new Map<string, boolean>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: ProbeKeeperOptions) {
    this.#options = options;
  }

  /** The verdict of a probe; undefined: none yet, or there is no such probe. */
  verdict(kind: ProbeKind, containerId: string): boolean | undefined {
    return this.#verdicts.get(keyOf(kind, containerId));
  }

  /** Starts the probes of the pod's running containers, and stops those of all others of the pod. */
  follow(pod: Pod, seen: SeenPod): void {
    const podUid = pod.metadata.uid ?? '';
    const wanted = new Set<string>();
    for (const container of [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])]) {
      const run = seen.containers.find(({ name }) => name === container.name);
      if (run?.state !== 'running') continue;
      for (const kind of kinds) {
        const probe = probeOf(container, kind);
        if (probe === undefined) continue;
        const key = keyOf(kind, run.id);
        wanted.add(key);
        if (!this.#watches.has(key)) this.#begin(kind, key, pod, container, run, probe);
      }
    }
    for (const [key, watch] of this.#watches) if (watch.podUid === podUid && !wanted.has(key)) this.#end(key, watch);
  }

  /** Stops the probes of these kinds, because the pod is being stopped. */
  stop(podUid: string, which: readonly ProbeKind[] = kinds): void {
    for (const [key, watch] of this.#watches) {
      if (watch.podUid === podUid && which.some((kind) => key.startsWith(`${kind}/`))) this.#end(key, watch);
    }
  }

  /** Resolves when no probe runs any more. */
  async stopAll(): Promise<void> {
    for (const [key, watch] of this.#watches) this.#end(key, watch);
    await Promise.all(this.#underWay);
  }

  #end(key: string, { end }: Watch): void {
    end.abort();
    this.#watches.delete(key);
    this.#verdicts.delete(key);
  }

  #begin(kind: ProbeKind, key: string, pod: Pod, container: Container, run: SeenContainer, probe: Probe): void {
    const end = new AbortController();
    this.#watches.set(key, { podUid: pod.metadata.uid ?? '', end });
    if (kind === 'readiness') this.#verdicts.set(key, false);
    const loop = this.#loop(kind, key, pod, container, run, probe, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted)
        this.#options.log.error('a probe ended with a defect', { error, container: container.name });
    });
    this.#underWay.add(loop);
    void loop.then(() => this.#underWay.delete(loop));
  }

  async #loop(
    kind: ProbeKind,
    key: string,
    pod: Pod,
    container: Container,
    run: SeenContainer,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#options;
    const { periodSeconds = 10, successThreshold = 1, failureThreshold = 3, initialDelaySeconds = 0 } = probe;
    const age = clock.now() - run.startedAt;
    await clock.sleep(Math.max(0, initialDelaySeconds * 1000 - age), signal).catch(() => undefined);
    let [last, times]: [boolean | undefined, number] = [undefined, 0];
    while (!signal.aborted) {
      const waits =
        kind !== 'startup' && probeOf(container, 'startup') !== undefined && this.verdict('startup', run.id) !== true;
      const ok = waits ? undefined : await this.#once(kind, pod, container, run, probe, signal);
      if (signal.aborted) return;
      if (ok !== undefined) {
        [last, times] = [ok, ok === last ? times + 1 : 1];
        if (times >= (ok ? successThreshold : failureThreshold)) {
          this.#settle(key, ok, pod);
          // A failed container is restarted, and a started one needs no further startup probe: this probe of the run is over.
          if (kind === 'startup' || (kind === 'liveness' && !ok)) return;
        }
      }
      await clock.sleep(periodSeconds * 1000, signal).catch(() => undefined);
    }
  }

  #settle(key: string, ok: boolean, pod: Pod): void {
    const before = this.#verdicts.get(key);
    this.#verdicts.set(key, ok);
    if (before !== ok) this.#options.changed(pod.metadata.uid ?? '');
  }

  /** Undefined: the probe could not be run, so the verdict does not change. */
  async #once(
    kind: ProbeKind,
    pod: Pod,
    container: Container,
    run: SeenContainer,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    const { tell } = this.#options;
    try {
      const { ok, output, warning } = await this.#options.probe(pod, container, run, probe, signal);
      if (signal.aborted) return undefined;
      if (warning === true) tell(pod, container, 'ProbeWarning', `${titles[kind]} probe warning: ${output}`);
      else if (!ok) tell(pod, container, 'Unhealthy', `${titles[kind]} probe failed: ${output}`);
      return ok;
    } catch (error) {
      if (signal.aborted) return undefined;
      const text = error instanceof Error ? error.message : String(error);
      tell(pod, container, 'Unhealthy', `${titles[kind]} probe errored and resulted in unknown state: ${text}`);
      return undefined;
    }
  }
}

function keyOf(kind: ProbeKind, containerId: string): string {
  return `${kind}/${containerId}`;
}

function probeOf({ startupProbe, readinessProbe, livenessProbe }: Container, kind: ProbeKind): Probe | undefined {
  return kind === 'startup' ? startupProbe : kind === 'readiness' ? readinessProbe : livenessProbe;
}
