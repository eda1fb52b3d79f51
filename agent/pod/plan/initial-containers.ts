// The next step of the initial containers of a pod: one after another, sidecars beside those that follow. Pure.

import { type Container, isSidecar, type Pod } from '../object/pod.ts';
import { hashOf, newestRun, type SeenContainer, type SeenPod } from '../seen/seen-pod.ts';
import type { Kill, RunFacts, Start } from './step.ts';
import { restartsFailed } from './restart.ts';

export interface InitialSteps {
  /** An initial container has failed and is not restarted: the pod ends. */
  readonly failed: boolean;
  /** The main containers may run. */
  readonly done: boolean;
  readonly kills: readonly Kill[];
  /** In the order of the pod. */
  readonly starts: readonly Start[];
}

/** The result for one container. */
interface Step {
  readonly kill?: Kill;
  readonly start?: boolean;
  /** The next container may start. */
  readonly passed?: boolean;
  readonly failed?: boolean;
}

/**
 * Gone through from the last to the first: of those that have ended the runtime may have forgotten any, and the last one that it
 * knows says how far the pod has come.
 */
export function initialSteps(pod: Pod, seen: SeenPod, facts: RunFacts): InitialSteps {
  const { initContainers = [], containers = [] } = pod.spec ?? {};
  if (initContainers.length === 0) return { failed: false, done: true, kills: [], starts: [] };
  const states = containers.map(({ name }) => newestRun(seen, name)?.state);
  let done = states.some((state) => state === 'created' || state === 'running');
  /** Whether a later one has started: then this one has already passed. */
  let begun = done;
  const kills: Kill[] = [];
  const wanted = new Set<number>();
  for (let at = initContainers.length - 1; at >= 0; at -= 1) {
    const container = initContainers[at] as Container;
    const run = newestRun(seen, container.name);
    if (run === undefined) {
      if (begun && isSidecar(container)) wanted.add(at);
      continue;
    }
    if (begun && !isSidecar(container)) continue;
    const step = isSidecar(container) ? sidecarStep(container, run, facts) : stepOf(pod, run);
    if (step.failed === true) return { failed: true, done: false, kills: [], starts: [] };
    if (step.kill !== undefined) kills.push(step.kill);
    if (step.start === true) wanted.add(at);
    if (step.passed === true) {
      if (at === initContainers.length - 1) done = true;
      else if (!begun) wanted.add(at + 1);
    }
    begun = true;
  }
  if (!begun) wanted.add(0);
  const starts = initContainers
    .filter((_, at) => wanted.has(at))
    .map((container): Start => ({ container, sort: 'initial' }));
  return { failed: false, done, kills, starts };
}

function stepOf(pod: Pod, run: SeenContainer): Step {
  switch (run.state) {
    case 'running':
      return {};
    case 'created':
      // The runtime could not start it.
      return { start: true };
    case 'exited':
      if (run.exitCode === 0) return { passed: true };
      return restartsFailed(pod) ? { start: true } : { failed: true };
    case 'unknown': {
      if (!restartsFailed(pod)) return { failed: true };
      const message = 'Init container is in "unknown" state, try killing it before restart';
      return { start: true, kill: { container: run, message, reason: 'Unknown' } };
    }
  }
}

function sidecarStep(container: Container, run: SeenContainer, facts: RunFacts): Step {
  if (run.state === 'created' || run.state === 'exited') return { start: true };
  const replace = (text: string, reason: Kill['reason']): Step => ({
    start: true,
    kill: { container: run, message: `Init container ${text}`, reason },
  });
  if (run.state === 'unknown') return replace('is in "unknown" state, try killing it before restart', 'Unknown');
  if (container.startupProbe !== undefined) {
    const started = facts.startup(run.id);
    if (started === undefined) return {};
    if (!started) return replace(`${container.name} failed startup probe`, 'StartupProbe');
  }
  if (run.hash !== '' && run.hash !== hashOf(container)) {
    return { ...replace(`${container.name} definition changed`, undefined), passed: true };
  }
  if (facts.liveness(run.id) === false) {
    return { ...replace(`${container.name} failed liveness probe`, 'LivenessProbe'), passed: true };
  }
  if (facts.outgrown(run.id)) {
    const message = `Container ${container.name} resize requires restart`;
    return { start: true, kill: { container: run, message, reason: undefined }, passed: true };
  }
  return { passed: true };
}
