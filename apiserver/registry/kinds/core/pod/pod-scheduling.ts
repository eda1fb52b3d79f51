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

/** In place; repeatable. A term without a selector selects nothing, and keys that the pod has no label for add nothing. */
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
  const expressions = [...(term.labelSelector?.matchExpressions ?? [])];
  const known = new Set(expressions.map(expressionKey));
  const before = expressions.length;
  for (const key of keys) {
    if (!Object.hasOwn(labels, key)) continue;
    const expression = { key, operator, values: [labels[key] ?? ''] };
    if (known.has(expressionKey(expression))) continue;
    known.add(expressionKey(expression));
    expressions.push(expression);
  }
  if (expressions.length > before) term.labelSelector = { ...term.labelSelector, matchExpressions: expressions };
}

type Expression = NonNullable<LabelSelectorObject['matchExpressions']>[number];

function expressionKey({ key, operator, values }: Expression): string {
  return JSON.stringify([key, operator, values]);
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
