// The statuses of main or initial containers, from the state in the runtime and the previous status. Pure.

import { formatTime } from '../../../shared/object/time.ts';
import {
  type Container,
  type ContainerState,
  type ContainerStatus,
  isSidecar,
  type Pod,
  type Resources,
} from '../object/pod.ts';
import { newestRun, type SeenContainer, type SeenPod } from '../seen/seen-pod.ts';
import { shouldStart } from '../plan/restart.ts';

/** Why the last start of a container failed. */
export interface StartFailure {
  /** `ErrImagePull`, `CrashLoopBackOff`, ... */
  readonly reason: string;
  readonly message: string;
}

export interface ContainerFacts {
  readonly pod: Pod;
  readonly seen: SeenPod;
  /** The prefix of container ids: `containerd://`. */
  readonly runtimeName: string;
  /** By the name of the container. */
  readonly failures: ReadonlyMap<string, StartFailure>;
  readonly resize: { actual(containerId: string): Resources | undefined };
}

/** Exit code of a container whose exit code is unknown. */
const lostCode = 137;

/** Sorted by name; initial containers in the order of the pod. */
export function containerStatuses(
  facts: ContainerFacts,
  containers: readonly Container[],
  before: readonly ContainerStatus[],
  sort: 'main' | 'initial',
): readonly ContainerStatus[] {
  const statuses = containers.map((container) => {
    const old = before.find(({ name }) => name === container.name);
    return waitingForStart(facts, container, statusOf(facts, container, old), sort);
  });
  return sort === 'initial' ? statuses : statuses.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function statusOf(facts: ContainerFacts, container: Container, old: ContainerStatus | undefined): ContainerStatus {
  const [newest, previous] = facts.seen.containers.filter(({ name }) => name === container.name);
  if (newest === undefined) return withoutRun(facts, container, old);
  const { resources = {} } = container;
  const status = runStatus(facts, newest, old);
  return {
    ...status,
    ...(old?.volumeMounts === undefined ? {} : { volumeMounts: old.volumeMounts }),
    ...(previous === undefined ? {} : { lastState: runStatus(facts, previous, old).state }),
    ...(resources.requests === undefined ? {} : { allocatedResources: resources.requests }),
    // Until it has what it was promised, what it has.
    resources: (newest.state === 'running' ? facts.resize.actual(newest.id) : undefined) ?? resources,
  };
}

/** The runtime knows none: it was never started, or has been forgotten. */
function withoutRun({ pod }: ContainerFacts, container: Container, old: ContainerStatus | undefined): ContainerStatus {
  if (old?.state.terminated !== undefined) return old;
  const reason = (pod.spec?.initContainers ?? []).length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const waiting: ContainerStatus = {
    name: container.name,
    state: { waiting: { reason } },
    lastState: old?.lastState ?? {},
    ready: false,
    restartCount: old?.restartCount ?? 0,
    image: container.image ?? '',
    imageID: '',
    ...mountsOf(container),
  };
  if (old?.state.running === undefined || old.lastState.terminated !== undefined) return waiting;
  const message = 'The container could not be located when the pod was deleted.  The container used to be Running';
  const terminated = {
    exitCode: lostCode,
    reason: 'ContainerStatusUnknown',
    message,
    startedAt: null,
    finishedAt: null,
  };
  const again = pod.metadata.deletionTimestamp === undefined ? 1 : 0;
  return { ...waiting, lastState: { terminated }, restartCount: waiting.restartCount + again };
}

function mountsOf({ volumeMounts = [] }: Container): { readonly volumeMounts?: readonly object[] } {
  if (volumeMounts.length === 0) return {};
  return {
    volumeMounts: volumeMounts.map(({ name, mountPath, readOnly, recursiveReadOnly }) => ({
      name,
      mountPath,
      ...(readOnly === true
        ? { readOnly, recursiveReadOnly: recursiveReadOnly === 'Enabled' ? 'Enabled' : 'Disabled' }
        : {}),
    })),
  };
}

function runStatus(
  { runtimeName }: ContainerFacts,
  run: SeenContainer,
  old: ContainerStatus | undefined,
): ContainerStatus {
  const containerID = `${runtimeName}://${run.id}`;
  const lost = run.state === 'unknown' && old?.state.running !== undefined;
  return {
    name: run.name,
    state: lost ? lostState : stateOf(run, containerID),
    lastState: {},
    ready: false,
    restartCount: lost ? old.restartCount + 1 : run.restartCount,
    image: run.image,
    imageID: run.imageId,
    containerID,
  };
}

const lostState: ContainerState = {
  terminated: {
    exitCode: lostCode,
    reason: 'ContainerStatusUnknown',
    message: 'The container could not be located when the pod was terminated',
    startedAt: null,
    finishedAt: null,
  },
};

function stateOf(run: SeenContainer, containerID: string): ContainerState {
  switch (run.state) {
    case 'running':
      return { running: { startedAt: timeOf(run.startedAt) } };
    case 'exited':
      return {
        terminated: {
          exitCode: run.exitCode,
          ...(run.reason === '' ? {} : { reason: run.reason }),
          ...(run.message === '' ? {} : { message: run.message }),
          // A container that could not be started gets the epoch as its start time, because readers expect a time here.
          startedAt: formatTime(Math.max(0, run.startedAt)),
          finishedAt: formatTime(Math.max(0, run.finishedAt)),
          containerID,
        },
      };
    case 'created':
    case 'unknown':
      return { waiting: {} };
  }
}

function timeOf(milliseconds: number): string | null {
  return milliseconds <= 0 ? null : formatTime(milliseconds);
}

/** A container whose restart failed or waits is shown as waiting, with the reason. */
function waitingForStart(
  { pod, seen, failures }: ContainerFacts,
  container: Container,
  status: ContainerStatus,
  sort: 'main' | 'initial',
): ContainerStatus {
  const run = newestRun(seen, container.name);
  const isThrough = sort === 'initial' && !isSidecar(container) && run?.state === 'exited' && run.exitCode === 0;
  const failure = failures.get(container.name);
  if (failure === undefined || isThrough || !shouldStart(pod, container, seen)) return status;
  const { reason, message } = failure;
  return {
    ...status,
    ...(status.state.terminated === undefined ? {} : { lastState: status.state }),
    state: { waiting: { reason, ...(message === '' ? {} : { message }) } },
  };
}
