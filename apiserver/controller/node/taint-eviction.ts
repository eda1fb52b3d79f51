// Which pods a node's NoExecute taints evict, and when (NLIFE-006, NLIFE-007). Pure.

import { parseTime } from '../../../shared/object/time.ts';
import { tolerates } from '../../../shared/object/toleration.ts';
import type { Pod, Taint } from './node-form.ts';

const effect = 'NoExecute';

/**
 * When the pod has to go (wall-clock milliseconds): `now` when it does not tolerate one of the taints, later when it
 * tolerates them for a time, undefined when it may stay. A taint without a time counts from `now`.
 */
export function evictionTime(pod: Pod, taints: readonly Taint[], now: number): number | undefined {
  if (pod.metadata.deletionTimestamp !== undefined) return undefined;
  let due: number | undefined;
  for (const taint of taints) {
    if (taint.effect !== effect) continue;
    const tolerations = (pod.spec?.tolerations ?? []).filter((toleration) => tolerates(toleration, taint));
    if (tolerations.length === 0) return now;
    const limits = tolerations.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
    // Without a limit among them it is tolerated for ever; otherwise the shortest counts.
    if (limits.length === 0) continue;
    const start = taint.timeAdded === undefined ? now : (parseTime(taint.timeAdded) ?? now);
    const end = start + Math.max(0, Math.min(...limits)) * 1000;
    due = due === undefined ? end : Math.min(due, end);
  }
  return due;
}
