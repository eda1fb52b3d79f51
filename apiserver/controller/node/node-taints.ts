// The taints that follow from a node's conditions (NLIFE-005, NLIFE-009, NLIFE-010, NLIFE-017). Pure.

import { formatTime } from '../../../shared/object/time.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { conditionOf, type Node, type Taint } from './node-form.ts';
import type { HealthPeriods, NodeMemory } from './node-health.ts';

export interface TaintRules {
  readonly notReady: string;
  readonly unreachable: string;
  readonly unschedulable: string;
  /** By condition type, for conditions that are bad when True. */
  readonly pressures: ReadonlyMap<string, string>;
  readonly delay: Vendor['behaviour']['taintDelay'];
}

export function taintRules(vendor: Vendor): TaintRules {
  const key = (name: string): string => vendor.fill(`node.{label}/${name}`);
  return {
    notReady: key('not-ready'),
    unreachable: key('unreachable'),
    unschedulable: key('unschedulable'),
    pressures: new Map([
      ['MemoryPressure', key('memory-pressure')],
      ['DiskPressure', key('disk-pressure')],
      ['PIDPressure', key('pid-pressure')],
      ['NetworkUnavailable', key('network-unavailable')],
    ]),
    delay: vendor.behaviour.taintDelay,
  };
}

export interface TaintQuestion {
  readonly node: Node;
  readonly memory: NodeMemory;
  readonly rules: TaintRules;
  readonly periods: HealthPeriods;
  /** Monotonic and wall-clock milliseconds. */
  readonly now: number;
  readonly wallNow: number;
  /** Whether a further node may get a NoExecute taint; a node that has it keeps it. */
  readonly mayEvict: boolean;
  /** No pod is evicted from any node, and NoExecute taints are removed. Default false. */
  readonly spareAll?: boolean;
}

/** The taints the node should have; undefined when it has them. Taints of others are kept, in their order. */
export function wantedTaints({
  node,
  memory,
  rules,
  periods,
  now,
  wallNow,
  mayEvict,
  spareAll = false,
}: TaintQuestion): readonly Taint[] | undefined {
  const present = node.spec?.taints ?? [];
  const has = (key: string, effect: string): boolean =>
    present.some((taint) => taint.key === key && taint.effect === effect);
  const lasted = rules.delay === 'at-once' || now - memory.readySince > periods.grace;
  const wanted: Taint[] = [];
  const readiness =
    memory.ready === 'False' ? rules.notReady : memory.ready === 'Unknown' ? rules.unreachable : undefined;
  if (readiness !== undefined) {
    // An existing taint stays, no matter who added it: the node is not ready.
    if (lasted || has(readiness, 'NoSchedule')) wanted.push({ key: readiness, effect: 'NoSchedule' });
    if (!spareAll && (has(readiness, 'NoExecute') || (lasted && mayEvict))) {
      wanted.push({ key: readiness, effect: 'NoExecute' });
    }
    // Between missing heartbeats and a bad report: the other taint is removed when this one is added, not before.
    const kept = (taint: Taint): boolean => !spareAll || taint.effect !== 'NoExecute';
    if (!lasted) wanted.push(...present.filter((taint) => taint.key === otherOf(rules, readiness) && kept(taint)));
  }
  for (const [type, key] of rules.pressures) {
    if (conditionOf(node, type)?.status === 'True') wanted.push({ key, effect: 'NoSchedule' });
  }
  if (node.spec?.unschedulable === true) wanted.push({ key: rules.unschedulable, effect: 'NoSchedule' });
  return merged(
    present,
    wanted.map((taint) => ({ ...taint, timeAdded: formatTime(wallNow) })),
    new Set([rules.notReady, rules.unreachable, rules.unschedulable, ...rules.pressures.values()]),
  );
}

function otherOf(rules: TaintRules, key: string): string {
  return key === rules.notReady ? rules.unreachable : rules.notReady;
}

function merged(
  present: readonly Taint[],
  wanted: readonly Taint[],
  managed: ReadonlySet<string>,
): readonly Taint[] | undefined {
  const isSame = (one: Taint, other: Taint): boolean => one.key === other.key && one.effect === other.effect;
  // Taints of a managed key with an effect that is not ours were set by hand.
  const ours = ({ key, effect }: Taint): boolean =>
    managed.has(key) && (effect === 'NoSchedule' || effect === 'NoExecute');
  const kept = present.filter((taint) => !ours(taint) || wanted.some((other) => isSame(taint, other)));
  const added = wanted.filter((taint) => !present.some((other) => isSame(taint, other)));
  return added.length === 0 && kept.length === present.length ? undefined : [...kept, ...added];
}
