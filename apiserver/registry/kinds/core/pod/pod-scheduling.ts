// What the service sets in a new pod for the scheduler: selectors with the pod's own labels where it asks for that by key,
// and the condition which says that the pod waits for its scheduling gates.

import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import type { PodSpec } from './spec/pod-spec.ts';

type Labels = Readonly<Record<string, string>>;

/** A term of affinity, or a constraint on how pods spread. */
interface LabelTerm {
  labelSelector?: LabelSelectorObject;
  matchLabelKeys?: readonly string[];
  mismatchLabelKeys?: readonly string[];
}

interface AffinityTerms {
  requiredDuringSchedulingIgnoredDuringExecution?: LabelTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: { podAffinityTerm?: LabelTerm }[];
}

interface SchedulingSpec {
  affinity?: { podAffinity?: AffinityTerms; podAntiAffinity?: AffinityTerms };
  topologySpreadConstraints?: LabelTerm[];
}

/** In place, once for each pod. A term without a selector selects nothing, and keys that the pod has no label for add nothing. */
export function selectByOwnLabels(spec: PodSpec, labels: Labels): void {
  const { affinity, topologySpreadConstraints } = spec as SchedulingSpec;
  const terms = [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((one) => [
    ...(one?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(one?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((weighted) => weighted.podAffinityTerm ?? {}),
  ]);
  for (const term of [...terms, ...(topologySpreadConstraints ?? [])]) {
    if ((term.labelSelector ?? undefined) === undefined) continue;
    addExpressions(term, 'In', term.matchLabelKeys ?? [], labels);
    addExpressions(term, 'NotIn', term.mismatchLabelKeys ?? [], labels);
  }
}

function addExpressions(term: LabelTerm, operator: 'In' | 'NotIn', keys: readonly string[], labels: Labels): void {
  const added = keys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator, values: [labels[key] ?? ''] }));
  if (added.length === 0) return;
  term.labelSelector = {
    ...term.labelSelector,
    matchExpressions: [...(term.labelSelector?.matchExpressions ?? []), ...added],
  };
}

/** The first conditions of a pod: one that waits for gates says so; any other has none. `now` as metadata spells times. */
export function firstConditions({ schedulingGates }: PodSpec, now: string | undefined): Record<string, unknown>[] {
  if ((schedulingGates ?? []).length === 0) return [];
  return [
    {
      type: 'PodScheduled',
      status: 'False',
      lastProbeTime: null,
      lastTransitionTime: now ?? null,
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
    },
  ];
}
