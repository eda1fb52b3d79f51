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
  /** Whether a further node may get a taint that drives pods away; one that has it keeps it. */
  readonly mayEvict: boolean;
  /** Nothing is driven away from any node, and taints that do are taken back. Default false. */
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
    // A taint that is there stays, whatever put it there: the node is not ready.
    if (lasted || has(readiness, 'NoSchedule')) wanted.push({ key: readiness, effect: 'NoSchedule' });
    if (!spareAll && (has(readiness, 'NoExecute') || (lasted && mayEvict))) {
      wanted.push({ key: readiness, effect: 'NoExecute', timeAdded: formatTime(wallNow) });
    }
    // From silence to a bad report and back: the other taint goes when this one comes, not before.
    const kept = (taint: Taint): boolean => !spareAll || taint.effect !== 'NoExecute';
    if (!lasted) wanted.push(...present.filter((taint) => taint.key === otherOf(rules, readiness) && kept(taint)));
  }
  // A node that has said nothing yet keeps the taint it was born with.
  if (memory.ready === '') wanted.push(...present.filter(({ key }) => key === rules.notReady));
  for (const [type, key] of rules.pressures) {
    if (conditionOf(node, type)?.status === 'True') wanted.push({ key, effect: 'NoSchedule' });
  }
  if (node.spec?.unschedulable === true) wanted.push({ key: rules.unschedulable, effect: 'NoSchedule' });
  return merged(
    present,
    wanted,
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
