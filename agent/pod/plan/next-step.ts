// Computes the next step for a pod that should run, from its spec and the state in the runtime. Pure; the pod worker carries it
// out, in this order: stop containers, create a sandbox, start containers.

import type { Container, Pod } from '../object/pod.ts';
import { hashOf, newestRun, type SeenContainer, type SeenPod, type SeenSandbox } from '../seen/seen-pod.ts';
import type { Kill, KillReason, NextStep, RunFacts, Start } from './step.ts';
import { initialSteps } from './initial-containers.ts';
import { restartsFailed, shouldStart } from './restart.ts';

export function nextStep(pod: Pod, seen: SeenPod, facts: RunFacts): NextStep {
  const sandbox = usableSandbox(pod, seen);
  if (sandbox === undefined) return freshStart(pod, seen);
  const ephemeral = (pod.spec?.ephemeralContainers ?? [])
    .filter(({ name }) => newestRun(seen, name) === undefined)
    .map((container): Start => ({ container, sort: 'ephemeral' }));
  const initial = initialSteps(pod, seen, facts);
  const common = { newSandbox: undefined, sandboxId: sandbox.id };
  const twice = olderRuns(seen);
  if (initial.failed) return { ...common, stopAll: true, kills: [], starts: ephemeral };
  if (!initial.done) {
    return {
      ...common,
      stopAll: false,
      kills: [...twice, ...initial.kills],
      starts: [...ephemeral, ...initial.starts],
    };
  }
  const main = mainSteps(pod, seen, facts);
  if (main.kept === 0 && main.starts.length === 0) {
    return { ...common, stopAll: true, kills: [...twice, ...initial.kills, ...main.kills], starts: ephemeral };
  }
  return {
    ...common,
    stopAll: false,
    kills: [...twice, ...initial.kills, ...main.kills],
    starts: [...ephemeral, ...initial.starts, ...main.starts],
  };
}

/** A container runs only once: runs beside a newer run of the same container are stopped. */
function olderRuns({ containers }: SeenPod): readonly Kill[] {
  return containers
    .filter(({ name, state }, at) => {
      const isOlder = containers.findIndex((one) => one.name === name) < at;
      return isOlder && (state === 'running' || state === 'unknown');
    })
    .map((container) => ({ container, message: `Stopping container ${container.name}`, reason: undefined }));
}

/** The ready sandbox; undefined: the pod needs a new one. */
export function usableSandbox(pod: Pod, { sandboxes }: SeenPod): SeenSandbox | undefined {
  const [newest] = sandboxes;
  if (newest === undefined || !newest.ready || sandboxes.filter(({ ready }) => ready).length > 1) return undefined;
  return pod.spec?.hostNetwork === true || newest.ips.length > 0 ? newest : undefined;
}

/** Without a sandbox all containers start again, except those that are not restarted any more. */
function freshStart(pod: Pod, seen: SeenPod): NextStep {
  const [newest] = seen.sandboxes;
  const attempt = newest === undefined ? 0 : newest.attempt + 1;
  const nothing: NextStep = { stopAll: true, newSandbox: undefined, sandboxId: undefined, kills: [], starts: [] };
  if (!restartsFailed(pod) && attempt !== 0 && seen.containers.length > 0) return nothing;
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const left = containers.filter(({ name }) => !(pod.spec?.restartPolicy === 'OnFailure' && hasSucceeded(seen, name)));
  const wasInitialized = containers.some(({ name }) => newestRun(seen, name) !== undefined);
  if (left.length === 0 && wasInitialized) return nothing;
  const [first] = initContainers;
  const starts: readonly Start[] =
    first === undefined
      ? left.map((container) => ({ container, sort: 'container' }))
      : [{ container: first, sort: 'initial' }];
  return { ...nothing, newSandbox: { attempt }, starts };
}

function hasSucceeded(seen: SeenPod, name: string): boolean {
  const run = newestRun(seen, name);
  return run?.state === 'exited' && run.exitCode === 0;
}

function mainSteps(
  pod: Pod,
  seen: SeenPod,
  facts: RunFacts,
): Pick<NextStep, 'kills' | 'starts'> & { readonly kept: number } {
  const kills: Kill[] = [];
  const starts: Start[] = [];
  let kept = 0;
  for (const container of pod.spec?.containers ?? []) {
    const run = newestRun(seen, container.name);
    if (run?.state !== 'running') {
      if (!shouldStart(pod, container, seen)) continue;
      starts.push({ container, sort: 'container' });
      if (run?.state === 'unknown') kills.push(unknownRun('Container', run));
      continue;
    }
    const fault = faultOf(container, run, facts);
    if (fault === undefined) {
      kept += 1;
      continue;
    }
    const restarts = fault.always || restartsFailed(pod);
    const message = `Container ${container.name} ${fault.text}${restarts && fault.text !== outgrown ? ', will be restarted' : ''}`;
    kills.push({ container: run, message, reason: fault.reason });
    if (restarts) starts.push({ container, sort: 'container' });
  }
  return { kills, starts, kept };
}

/** The container may still run: two concurrent runs are worse than a late one. */
export function unknownRun(what: string, container: SeenContainer): Kill {
  return {
    container,
    message: `${what} is in "unknown" state, try killing it before restart`,
    reason: 'Unknown',
  };
}

const outgrown = 'resize requires restart';

interface Fault {
  readonly text: string;
  readonly reason: KillReason;
  /** Independent of the pod's restart policy. */
  readonly always: boolean;
}

function faultOf(container: Container, run: SeenContainer, facts: RunFacts): Fault | undefined {
  if (run.hash !== '' && run.hash !== hashOf(container)) {
    return { text: 'definition changed', reason: undefined, always: true };
  }
  if (facts.liveness(run.id) === false)
    return { text: 'failed liveness probe', reason: 'LivenessProbe', always: false };
  if (facts.startup(run.id) === false) return { text: 'failed startup probe', reason: 'StartupProbe', always: false };
  if (facts.outgrown(run.id)) return { text: outgrown, reason: undefined, always: true };
  return undefined;
}
