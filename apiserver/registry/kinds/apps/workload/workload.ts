// What deployments, replica sets, stateful sets and daemon sets have in common: the defaults of their update strategies, and
// what of them never changes. What they must hold is in `workload-validation.ts`.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Strategy } from '../../../contract/resource.ts';
import type { PodRules } from '../../core/pod/pod-spec-validation.ts';
import { sameJson } from '../../../../../shared/apply/typed/typed-value.ts';
import { immutable } from '../../../../../shared/object/field-error-message.ts';
import { defaultPodSpec } from '../../core/pod/spec/pod-spec.ts';
import { podTolerances } from '../../core/pod/spec/pod-tolerances.ts';
import { checkedStatus, replicaCounts, type StatusCounts } from '../../rule/status-counts.ts';
import { type UpdateStrategy, workloadErrors, type WorkloadSpec } from './workload-validation.ts';

export interface Workload extends ApiObject {
  spec?: WorkloadSpec;
}

type WorkloadKind = 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet';

/** What distinguishes one kind from the others; `isNew`: it is being created. */
interface Peculiarities {
  readonly defaults?: (spec: WorkloadSpec) => void;
  readonly validate?: (spec: WorkloadSpec, isNew: boolean) => readonly FieldError[];
  /** What may not change; by default the selector. */
  readonly changes?: (spec: WorkloadSpec, before: WorkloadSpec) => readonly FieldError[];
}

/** The strategy of a kind. */
export function workload(
  kind: WorkloadKind,
  rules: PodRules,
  { defaults, validate, changes = fixedSelector }: Peculiarities,
): Strategy {
  return {
    tolerances: podTolerances,
    applyDefaults(object) {
      const { spec } = object as Workload;
      if (spec === undefined) return;
      defaults?.(spec);
      if (spec.template?.spec !== undefined) defaultPodSpec(spec.template.spec);
    },
    validateCreate(object) {
      const { spec = {} } = object as Workload;
      return [...workloadErrors(kind, spec, rules), ...(validate?.(spec, true) ?? [])];
    },
    validateUpdate(object, old) {
      const { spec = {} } = object as Workload;
      const { spec: before = {} } = old as Workload;
      return [...workloadErrors(kind, spec, rules), ...(validate?.(spec, false) ?? []), ...changes(spec, before)];
    },
    validateStatusUpdate: checkedStatus(statusCounts[kind]),
  };
}

const statusCounts: Readonly<Record<WorkloadKind, StatusCounts>> = {
  Deployment: {
    counts: [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ],
    parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
    ready: 'readyReplicas',
    collisions: true,
  },
  ReplicaSet: replicaCounts,
  StatefulSet: {
    counts: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    ready: 'status.readyReplicas',
    collisions: true,
  },
  DaemonSet: {
    counts: [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    ],
    collisions: true,
  },
};

function fixedSelector(spec: WorkloadSpec, before: WorkloadSpec): readonly FieldError[] {
  return sameJson(spec.selector, before.selector) ? [] : [immutable('spec.selector', spec.selector)];
}

/** Rolling updates have parameters, by default these. */
export function defaultRolling(strategy: UpdateStrategy, rolling: Record<string, unknown>): void {
  strategy.type ??= 'RollingUpdate';
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate = { ...rolling, ...strategy.rollingUpdate };
}
