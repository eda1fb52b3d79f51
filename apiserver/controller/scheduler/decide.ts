// Where a pod goes. Pure: a function of the nodes, with the pods on them, and of the pod.

import { matchesTerm } from '../../../shared/object/node/node-selector.ts';
import { type NodeUse, refusals, toleratedBy, wishOf } from './node-filters.ts';
import type { Pod } from './scheduled-objects.ts';

export type SchedulingDecision =
  | { readonly outcome: 'node'; readonly node: string }
  /** The pod waits; the message says for what. */
  | { readonly outcome: 'unschedulable'; readonly message: string };

export interface DecisionOptions {
  /** Key of the taint of nodes that are not to get new pods. */
  readonly unschedulableTaint: string;
}

export function decide(
  nodes: readonly NodeUse[],
  pod: Pod,
  { unschedulableTaint }: DecisionOptions,
): SchedulingDecision {
  const refused = (why: string): SchedulingDecision => ({
    outcome: 'unschedulable',
    message: `0/${nodes.length} nodes are available: ${why}.`,
  });
  const missing = unsupported(pod);
  if (missing.length > 0) return refused(`this scheduler does not support ${missing.join(', ')}`);
  if (nodes.length === 0) return { outcome: 'unschedulable', message: 'no nodes available to schedule pods' };
  const wish = wishOf(pod, unschedulableTaint);
  const counts = new Map<string, number>();
  let best: NodeUse | undefined;
  for (const use of nodes) {
    const reasons = refusals(wish, use);
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    if (reasons.length === 0 && (best === undefined || compare(pod, use, best) < 0)) best = use;
  }
  if (best !== undefined) return { outcome: 'node', node: best.node.metadata.name ?? '' };
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`);
  return refused(reasons.toSorted((one, other) => (one < other ? -1 : 1)).join(', '));
}

/** Unsupported constraints: a pod with one is not scheduled, so that none is silently ignored. */
function unsupported({ spec = {} }: Pod): readonly string[] {
  const { affinity = {}, topologySpreadConstraints = [], volumes = [], resourceClaims = [] } = spec;
  const required = (terms: { requiredDuringSchedulingIgnoredDuringExecution?: readonly unknown[] } | undefined) =>
    (terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0;
  const asked: readonly (readonly [string, boolean])[] = [
    ['required pod affinity', required(affinity.podAffinity)],
    ['required pod anti-affinity', required(affinity.podAntiAffinity)],
    [
      'topology spread constraints with DoNotSchedule',
      topologySpreadConstraints.some(({ whenUnsatisfiable }) => whenUnsatisfiable !== 'ScheduleAnyway'),
    ],
    [
      'volumes of claims',
      volumes.some((one) => one.persistentVolumeClaim !== undefined || one.ephemeral !== undefined),
    ],
    ['resource claims', resourceClaims.length > 0],
  ];
  return asked.filter(([, is]) => is).map(([name]) => name);
}

/** Below 0: `one` is better. By the pod's preferences, then by the taints it had rather not meet, then by the fewest pods. */
function compare(pod: Pod, one: NodeUse, other: NodeUse): number {
  return (
    preference(pod, other) - preference(pod, one) ||
    unwelcome(pod, one) - unwelcome(pod, other) ||
    one.pods - other.pods ||
    ((one.node.metadata.name ?? '') < (other.node.metadata.name ?? '') ? -1 : 1)
  );
}

function preference({ spec }: Pod, { node }: NodeUse): number {
  const preferred = spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return preferred.reduce(
    (sum, { weight = 0, preference: term }) =>
      term !== undefined && matchesTerm(term, node.metadata) ? sum + weight : sum,
    0,
  );
}

function unwelcome(pod: Pod, { node }: NodeUse): number {
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'PreferNoSchedule');
  return taints.filter((taint) => !toleratedBy(pod, taint)).length;
}
