// Whether a node still speaks, judged by the controller's own clock: what counts is when it saw a sign change, not what time
// the node wrote into it (NLIFE-001 to NLIFE-004, NLIFE-016). Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { conditionOf, type Node, type NodeCondition } from './node-form.ts';

/** Milliseconds. */
export interface HealthPeriods {
  /** Silence after which a node counts as lost; default 50 s. */
  readonly grace: number;
  /** The same for a node that has never reported; default 60 s. */
  readonly startupGrace: number;
}

export const defaultPeriods: HealthPeriods = { grace: 50_000, startupGrace: 60_000 };

/** What the controller remembers of a node between two looks. Times are monotonic milliseconds. */
export interface NodeMemory {
  /** The signs of life as last seen. */
  readonly heartbeat: string;
  readonly renewal: string;
  /** When either changed. */
  readonly heardAt: number;
  /** The Ready condition as last seen ('' without one), and since when. */
  readonly ready: string;
  readonly readySince: number;
}

/** The memory after another look at `now` (monotonic): the same one when nothing changed. */
export function lookAt(
  before: NodeMemory | undefined,
  node: Node,
  lease: ApiObject | undefined,
  now: number,
): NodeMemory {
  const condition = conditionOf(node, 'Ready');
  const heartbeat = condition?.lastHeartbeatTime ?? '';
  const renewal = (lease?.['spec'] as { readonly renewTime?: string } | undefined)?.renewTime ?? '';
  const ready = condition?.status ?? '';
  if (before === undefined) return { heartbeat, renewal, heardAt: now, ready, readySince: now };
  const heard = heartbeat !== before.heartbeat || renewal !== before.renewal;
  if (!heard && ready === before.ready) return before;
  return {
    heartbeat,
    renewal,
    heardAt: heard ? now : before.heardAt,
    ready,
    readySince: ready === before.ready ? before.readySince : now,
  };
}

/** Whether the last heartbeat of the node is too old at `now` (monotonic). */
export function isSilent(memory: NodeMemory, periods: HealthPeriods, now: number): boolean {
  return now - memory.heardAt > (memory.ready === '' ? periods.startupGrace : periods.grace);
}

const judgedConditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

/**
 * The conditions of a node without heartbeats: those of its agent are Unknown now. The network condition has another owner.
 * Undefined when nothing changes. `wallNow` in milliseconds since the epoch.
 */
export function silentConditions(node: Node, wallNow: number): readonly NodeCondition[] | undefined {
  const before = node.status?.conditions ?? [];
  const now = formatTime(wallNow);
  const next = before.map((condition): NodeCondition => {
    if (!judgedConditions.includes(condition.type) || condition.status === 'Unknown') return condition;
    return {
      ...condition,
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      lastTransitionTime: now,
    };
  });
  const missing = judgedConditions.filter((type) => !before.some((condition) => condition.type === type));
  if (missing.length === 0 && next.every((condition, index) => condition === before[index])) return undefined;
  const created = node.metadata.creationTimestamp ?? now;
  return [
    ...next,
    ...missing.map((type) => ({
      type,
      status: 'Unknown',
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
      lastHeartbeatTime: created,
      lastTransitionTime: now,
    })),
  ];
}
