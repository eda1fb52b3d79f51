// The conditions of a pod that the node agent owns. Pure; the comparison with the previous status adds the transition times.

import { type ContainerStatus, isSidecar, type Pod, type PodCondition } from '../object/pod.ts';
import type { Phase } from './phase.ts';

/** Without times. */
type Verdict = Pick<PodCondition, 'status' | 'reason' | 'message'>;

const isTrue: Verdict = { status: 'True' };

/** Conditions of other writers are kept unchanged, before these. */
export const ownConditions: readonly string[] = [
  'PodReadyToStartContainers',
  'Initialized',
  'Ready',
  'ContainersReady',
  'PodScheduled',
];

/** The conditions that the agent also removes. */
export const passingConditions: readonly string[] = ['PodResizePending', 'PodResizeInProgress'];

export interface ConditionFacts {
  readonly pod: Pod;
  readonly statuses: readonly ContainerStatus[];
  readonly phase: Phase;
  /** Whether it has a sandbox with its network. */
  readonly hasSandbox: boolean;
  /** Those of others. */
  readonly others: readonly PodCondition[];
}

export function podConditions(facts: ConditionFacts): readonly PodCondition[] {
  const containers = containersReady(facts);
  const verdicts: readonly (readonly [string, Verdict])[] = [
    ['PodReadyToStartContainers', facts.hasSandbox ? isTrue : { status: 'False' }],
    ['Initialized', initialized(facts)],
    ['Ready', containers.status === 'True' ? gatesReady(facts) : containers],
    ['ContainersReady', containers],
    ['PodScheduled', isTrue],
  ];
  const { generation } = facts.pod.metadata;
  return verdicts.map(([type, verdict]) => ({
    type,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...verdict,
  }));
}

function falseFor(reason: string, message?: string): Verdict {
  return { status: 'False', reason, ...(message === undefined ? {} : { message }) };
}

function listed(names: readonly string[]): string {
  return `[${names.join(' ')}]`;
}

function containersReady({ pod, statuses, phase }: ConditionFacts): Verdict {
  const sidecars = (pod.spec?.initContainers ?? []).filter(isSidecar);
  const all = [...sidecars, ...(pod.spec?.containers ?? [])].map(({ name }) => ({
    name,
    status: statuses.find((one) => one.name === name),
  }));
  const unknown = all.filter(({ status }) => status === undefined).map(({ name }) => name);
  const unready = all.filter(({ status }) => status?.ready === false).map(({ name }) => name);
  if (phase === 'Succeeded' && unknown.length === 0) return falseFor('PodCompleted');
  if (phase === 'Failed') return falseFor('PodFailed');
  const messages = [
    ...(unknown.length > 0 ? [`containers with unknown status: ${listed(unknown)}`] : []),
    ...(unready.length > 0 ? [`containers with unready status: ${listed(unready)}`] : []),
  ];
  return messages.length > 0 ? falseFor('ContainersNotReady', messages.join(', ')) : isTrue;
}

/** The readiness gates: conditions that other writers must set before the pod is ready. */
function gatesReady({ pod, others }: ConditionFacts): Verdict {
  const messages = (pod.spec?.readinessGates ?? []).flatMap(({ conditionType }) => {
    const found = others.find(({ type }) => type === conditionType);
    if (found === undefined) {
      return [`corresponding condition of pod readiness gate ${JSON.stringify(conditionType)} does not exist.`];
    }
    if (found.status === 'True') return [];
    return [`the status of pod readiness gate ${JSON.stringify(conditionType)} is not "True", but ${found.status}`];
  });
  return messages.length > 0 ? falseFor('ReadinessGatesNotReady', messages.join(', ')) : isTrue;
}

function initialized({ pod, statuses, phase }: ConditionFacts): Verdict {
  const { initContainers = [], containers = [] } = pod.spec ?? {};
  const all = initContainers.map((container) => ({
    container,
    status: statuses.find(({ name }) => name === container.name),
  }));
  const names = (chosen: typeof all): readonly string[] => chosen.map(({ container }) => container.name);
  const unknown = names(all.filter(({ status }) => status === undefined));
  const incomplete = names(
    all.filter(({ container, status }) => {
      if (status === undefined) return false;
      return isSidecar(container) ? status.started !== true : !status.ready;
    }),
  );
  if (phase === 'Succeeded' && unknown.length === 0) return { status: 'True', reason: 'PodCompleted' };
  const hasBegun = containers.some(({ name }) => {
    const status = statuses.find((one) => one.name === name);
    return status?.state.running !== undefined || status?.state.terminated !== undefined || status?.started === true;
  });
  if (hasBegun) return isTrue;
  const messages = [
    ...(unknown.length > 0 ? [`containers with unknown status: ${listed(unknown)}`] : []),
    ...(incomplete.length > 0 ? [`containers with incomplete status: ${listed(incomplete)}`] : []),
  ];
  return messages.length > 0 ? falseFor('ContainersNotInitialized', messages.join(', ')) : isTrue;
}
