// The phase of a pod, from the statuses of its containers. Pure.

import { type ContainerStatus, isSidecar, type Pod } from '../object/pod.ts';
import { policyAllows } from '../plan/restart.ts';

export type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/** `ended`: all containers have been stopped finally. `started`: a main container has started. */
export function phaseOf(
  pod: Pod,
  statuses: readonly ContainerStatus[],
  { ended, started }: { readonly ended: boolean; readonly started: boolean },
): Phase {
  const initial = initialCounts(pod, statuses);
  const main = mainCounts(pod, statuses);
  const running = main.running + initial.running;
  const waiting = main.waiting + initial.waiting;
  const unknown = main.unknown + initial.unknown;
  if (initial.failed > 0 && pod.spec?.restartPolicy === 'Never') return 'Failed';
  if (initial.pending > 0 || (initial.pendingSidecars > 0 && !started) || waiting > 0) return 'Pending';
  if (unknown > 0) return 'Pending';
  if (running > 0) return 'Running';
  if (main.stopped === 0) return 'Pending';
  const verdict = main.stopped === main.succeeded ? 'Succeeded' : 'Failed';
  return !ended && main.restarting > 0 ? 'Running' : verdict;
}

function initialCounts(pod: Pod, statuses: readonly ContainerStatus[]) {
  const counts = { pending: 0, failed: 0, pendingSidecars: 0, running: 0, waiting: 0, unknown: 0 };
  for (const container of pod.spec?.initContainers ?? []) {
    const status = statuses.find(({ name }) => name === container.name);
    if (isSidecar(container)) countSidecar(counts, status);
    else {
      const end = status?.state.terminated ?? (status?.state.waiting && status.lastState.terminated);
      if (end === undefined) counts.pending += 1;
      else if (end.exitCode !== 0) counts.failed += 1;
    }
  }
  return counts;
}

/** One that has ended says nothing about the phase. */
function countSidecar(
  counts: { pendingSidecars: number; running: number; waiting: number; unknown: number },
  status: ContainerStatus | undefined,
): void {
  if (status === undefined) counts.unknown += 1;
  else if (status.state.running !== undefined) {
    counts.running += 1;
    if (status.started !== true) counts.pendingSidecars += 1;
  } else if (status.state.waiting !== undefined && status.lastState.terminated === undefined) {
    counts.pendingSidecars += 1;
    counts.waiting += 1;
  }
}

function mainCounts(pod: Pod, statuses: readonly ContainerStatus[]) {
  const counts = { running: 0, waiting: 0, stopped: 0, succeeded: 0, restarting: 0, unknown: 0 };
  for (const { name } of pod.spec?.containers ?? []) {
    const status = statuses.find((one) => one.name === name);
    const { running, terminated, waiting } = status?.state ?? {};
    const end = terminated ?? (waiting && status?.lastState.terminated);
    if (running !== undefined) counts.running += 1;
    else if (end !== undefined) {
      counts.stopped += 1;
      if (terminated?.exitCode === 0) counts.succeeded += 1;
      if (policyAllows(pod, end.exitCode)) counts.restarting += 1;
    } else if (waiting !== undefined) counts.waiting += 1;
    else counts.unknown += 1;
  }
  return counts;
}
