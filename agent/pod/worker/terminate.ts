// Stops containers and pods: preStop hooks first, then the runtime stops the container within the rest of the grace period.
// Sidecars are stopped after the main containers.

import { type Container, isSidecar, type Pod } from '../object/pod.ts';
import type { PodHost } from '../container/pod-host.ts';
import type { Kill } from '../plan/step.ts';
import { perform } from '../probe/action.ts';
import type { SeenContainer, SeenPod } from '../seen/seen-pod.ts';

/** The shortest grace period in seconds, also when less was asked for. */
const leastGrace = 2;
const defaultGrace = 30;
/** Whole seconds, rounded up. */
const secondsOf = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** The grace period of a pod in seconds. */
export function graceOf({ metadata, spec }: Pod): number {
  return metadata.deletionGracePeriodSeconds ?? spec?.terminationGracePeriodSeconds ?? defaultGrace;
}

/** A probe may give a container another time to end than its pod does. */
export function probeGrace(pod: Pod, { container: { name }, reason }: Kill): Pick<Ending, 'grace'> {
  const container = containerOf(pod, name);
  const probes = { LivenessProbe: container?.livenessProbe, StartupProbe: container?.startupProbe };
  const probe = reason === 'LivenessProbe' || reason === 'StartupProbe' ? probes[reason] : undefined;
  return probe?.terminationGracePeriodSeconds === undefined ? {} : { grace: probe.terminationGracePeriodSeconds };
}

export interface Ending {
  readonly message?: string;
  /** Seconds; default that of the pod. */
  readonly grace?: number;
}

/** Resolves when the container has ended. Rejects with RuntimeError, and as soon as the signal aborts. */
export async function endContainer(
  host: PodHost,
  pod: Pod,
  run: SeenContainer,
  { message, grace = graceOf(pod) }: Ending,
  podIp: string,
  signal: AbortSignal,
): Promise<void> {
  const container = containerOf(pod, run.name);
  host.tell(pod, container, 'Normal', 'Killing', message ?? `Stopping container ${run.name}`);
  const began = host.clock.monotonic();
  const preStop = container?.lifecycle?.preStop;
  if (container !== undefined && preStop !== undefined && grace > 0 && run.state === 'running') {
    await hook(host, pod, container, run, grace, podIp, signal);
  }
  const left = grace - secondsOf(host.clock.monotonic() - began);
  await host.podRuntime.stopContainer(run.id, Math.max(leastGrace, left), signal);
}

async function hook(
  host: PodHost,
  pod: Pod,
  container: Container,
  run: SeenContainer,
  grace: number,
  podIp: string,
  signal: AbortSignal,
): Promise<void> {
  const action = container.lifecycle?.preStop ?? {};
  const limit = AbortSignal.any([signal, AbortSignal.timeout(grace * 1000)]);
  try {
    if (action.sleep !== undefined) {
      await host.clock.sleep(action.sleep.seconds * 1000, limit);
      return;
    }
    const facts = {
      runtime: host.podRuntime,
      container,
      containerId: run.id,
      podIp,
      timeout: grace * 1000,
      userAgent: host.vendor.fill('{short}-lifecycle/1.34'),
    };
    const { ok, output } = await perform(action, facts, limit);
    if (!ok) throw new Error(output);
  } catch (error) {
    if (signal.aborted) throw error;
    // The output of the hook may contain a secret: it goes into the agent's log, but not into the event.
    host.log.warn('a preStop hook failed', { pod: pod.metadata.name, container: container.name, error: String(error) });
    host.tell(pod, container, 'Warning', 'FailedPreStopHook', 'PreStopHook failed');
  }
}

/** Stops all containers and sandboxes of a pod. Tries everything, then rejects with the first failure. */
export async function endPod(
  host: PodHost,
  pod: Pod,
  seen: SeenPod,
  ending: Ending,
  signal: AbortSignal,
): Promise<void> {
  const podIp = seen.sandboxes.find(({ ready }) => ready)?.ips[0] ?? '';
  const alive = seen.containers.filter(
    ({ state }) => state === 'running' || state === 'unknown' || state === 'created',
  );
  const sidecars = (pod.spec?.initContainers ?? []).filter(isSidecar).map(({ name }) => name);
  const began = host.clock.monotonic();
  const { grace = graceOf(pod) } = ending;
  const end = (run: SeenContainer): Promise<void> => {
    const left = Math.max(0, grace - secondsOf(host.clock.monotonic() - began));
    return endContainer(host, pod, run, { ...ending, grace: left }, podIp, signal);
  };
  const faults = new Set<unknown>();
  const note = (results: readonly PromiseSettledResult<void>[]): void => {
    for (const one of results) if (one.status === 'rejected') faults.add(one.reason);
  };
  note(await Promise.allSettled(alive.filter(({ name }) => !sidecars.includes(name)).map(end)));
  // In the reverse order of their start: a sidecar may serve those that started after it.
  for (const name of sidecars.toReversed()) {
    note(await Promise.allSettled(alive.filter((run) => run.name === name).map(end)));
  }
  note(
    await Promise.allSettled(
      seen.sandboxes.filter(({ ready }) => ready).map(({ id }) => host.podRuntime.stopSandbox(id, signal)),
    ),
  );
  for (const fault of faults) throw fault;
}

function containerOf({ spec }: Pod, name: string): Container | undefined {
  const all = [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])];
  return all.find((one) => one.name === name);
}
