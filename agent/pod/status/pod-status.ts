// The status of a pod, from its object, the state in the runtime, its probes and the previous status. Pure.

import { formatTime } from '../../../shared/object/time.ts';
import {
  type Container,
  type ContainerStatus,
  isFinished,
  isSidecar,
  type Pod,
  type PodCondition,
  type PodStatus,
  type Resources,
} from '../object/pod.ts';
import { qosClassOf } from '../object/resources.ts';
import { usableSandbox } from '../plan/next-step.ts';
import type { SeenPod } from '../seen/seen-pod.ts';
import { containerStatuses, type StartFailure } from './container-statuses.ts';
import { ownConditions, passingConditions, podConditions } from './conditions.ts';
import { phaseOf } from './phase.ts';

/** The probe results of a running container; `undefined`: none yet. Containers without a probe count as healthy. */
export interface ProbeVerdicts {
  readiness(container: Container, containerId: string): boolean | undefined;
  startup(container: Container, containerId: string): boolean | undefined;
}

export interface StatusFacts {
  readonly pod: Pod;
  readonly seen: SeenPod;
  /** The previous status; at first that of the object. */
  readonly before: PodStatus;
  readonly runtimeName: string;
  readonly failures: ReadonlyMap<string, StartFailure>;
  readonly probes: ProbeVerdicts;
  /** All its containers have been stopped finally. */
  readonly ended: boolean;
  readonly hostIps: readonly string[];
  /** The last addresses of the pod: the runtime forgets them together with the sandbox. */
  readonly lastIps: readonly string[];
  /** Why the agent ends it, where that is not how its containers ended. */
  readonly override: { readonly reason: string; readonly message: string; readonly disruption?: string } | undefined;
  /** What it asked for and has not yet. */
  readonly resize: {
    readonly conditions: readonly PodCondition[];
    /** What a container that runs has, where that is not what it was promised. */
    actual(containerId: string): Resources | undefined;
  };
  /** Wall clock in milliseconds. */
  readonly now: number;
}

export function podStatus(facts: StatusFacts): PodStatus {
  const { pod, seen, before, hostIps, lastIps } = facts;
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const main = probed(facts, containerStatuses(facts, containers, before.containerStatuses ?? [], 'main'), containers);
  const initial = probed(
    facts,
    containerStatuses(facts, initContainers, before.initContainerStatuses ?? [], 'initial'),
    initContainers,
    true,
  );
  const ephemeral = containerStatuses(facts, ephemeralContainers, before.ephemeralContainerStatuses ?? [], 'main');
  const all = [...initial, ...main];
  const { phase, reason, message } = phaseWithReason(facts, all);
  const others = [...withDisruption(facts), ...(facts.ended ? [] : facts.resize.conditions)];
  const sandbox = usableSandbox(pod, seen);
  const own = podConditions({ pod, statuses: all, phase, hasSandbox: sandbox !== undefined, others });
  const ips = pod.spec?.hostNetwork === true ? hostIps : (sandbox?.ips ?? lastIps);
  const { generation } = pod.metadata;
  return {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    phase,
    conditions: timed([...others, ...own], before.conditions ?? [], facts.now),
    ...(message === undefined || message === '' ? {} : { message }),
    ...(reason === undefined || reason === '' ? {} : { reason }),
    ...(hostIps[0] === undefined ? {} : { hostIP: hostIps[0], hostIPs: hostIps.map((ip) => ({ ip })) }),
    ...(ips[0] === undefined ? {} : { podIP: ips[0], podIPs: ips.map((ip) => ({ ip })) }),
    startTime: before.startTime ?? pod.status?.startTime ?? formatTime(facts.now),
    ...(initial.length === 0 ? {} : { initContainerStatuses: initial }),
    containerStatuses: main,
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
    qosClass: pod.status?.qosClass ?? qosClassOf(pod),
  };
}

/** The conditions of others, and why the node ends the pod, for controllers that count disruptions. */
function withDisruption({ pod, before, override }: StatusFacts): readonly PodCondition[] {
  const given = pod.status?.conditions ?? [];
  const isOwn = ({ type }: PodCondition): boolean => ownConditions.includes(type) || passingConditions.includes(type);
  const others = given.filter((one) => !isOwn(one));
  const earlier = (before.conditions ?? []).find(({ type }) => type === disruption);
  if (override?.disruption === undefined) {
    return earlier === undefined || others.some(({ type }) => type === disruption) ? others : [...others, earlier];
  }
  const { generation } = pod.metadata;
  const own: PodCondition = {
    type: disruption,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    status: 'True',
    reason: 'TerminationByKubelet',
    message: override.disruption,
  };
  return [...others.filter(({ type }) => type !== disruption), own];
}

const disruption = 'DisruptionTarget';

/** A pod that has ended never runs again, whatever the runtime shows. */
function phaseWithReason(
  facts: StatusFacts,
  statuses: readonly ContainerStatus[],
): {
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly reason?: string;
  readonly message?: string;
} {
  const { pod, before, seen, ended, override } = facts;
  if (override !== undefined) return { phase: 'Failed', reason: override.reason, message: override.message };
  const names = new Set((pod.spec?.containers ?? []).map(({ name }) => name));
  const started = seen.containers.some(
    ({ name, state }) => names.has(name) && (state === 'running' || state === 'exited'),
  );
  const found = phaseOf(pod, statuses, { ended, started });
  const last = [pod.status?.phase, before.phase].find(isFinished) as 'Succeeded' | 'Failed' | undefined;
  const phase = last ?? found;
  if (phase !== before.phase) return { phase };
  const reason = before.reason ?? pod.status?.reason;
  const message = before.message ?? pod.status?.message;
  return { phase, ...(reason === undefined ? {} : { reason }), ...(message === undefined ? {} : { message }) };
}

function probed(
  { probes }: StatusFacts,
  statuses: readonly ContainerStatus[],
  containers: readonly Container[],
  initial = false,
): readonly ContainerStatus[] {
  return statuses.map((status) => {
    const container = containers.find(({ name }) => name === status.name);
    if (container === undefined) return status;
    const id = status.containerID?.replace(/^.*:\/\//, '') ?? '';
    const isRunning = status.state.running !== undefined;
    const started = isRunning && probes.startup(container, id) === true;
    if (initial && !isSidecar(container)) return { ...status, started, ready: status.state.terminated?.exitCode === 0 };
    return { ...status, started, ready: started && probes.readiness(container, id) === true };
  });
}

/** Sets the transition time: now if the status changed, else that of before. */
function timed(
  conditions: readonly PodCondition[],
  before: readonly PodCondition[],
  now: number,
): readonly PodCondition[] {
  return conditions.map((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    const same = old !== undefined && old.status === condition.status;
    const since = same ? (old.lastTransitionTime ?? null) : formatTime(now);
    return { lastProbeTime: null, ...condition, lastTransitionTime: since };
  });
}
