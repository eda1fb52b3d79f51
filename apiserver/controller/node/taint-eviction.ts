// Which pods a node's NoExecute taints evict, and when (NLIFE-006, NLIFE-007). Pure.

import { parseTime } from '../../../shared/object/time.ts';
import { tolerates } from '../../../shared/object/toleration.ts';
import { conditionOf, type Pod, type Taint } from './node-form.ts';

const effect = 'NoExecute';
/** Resolution of the times in objects, in milliseconds. */
const second = 1000;

/** Since when each taint that drives pods away is on a node, in wall-clock milliseconds. */
export type TaintTimes = ReadonlyMap<string, number>;

/**
 * The times after a look at `now`. A taint counts from when it is seen first: a client may set one without a time.
 * `before` undefined: the node itself is seen for the first time. Its taints may be older, and the time in them counts.
 */
export function taintTimes(before: TaintTimes | undefined, taints: readonly Taint[], now: number): TaintTimes {
  const driving = taints.filter((taint) => taint.effect === effect);
  return new Map(
    driving.map((taint) => [
      keyOf(taint),
      before === undefined ? Math.min(now, timeOf(taint.timeAdded) ?? now) : (before.get(keyOf(taint)) ?? now),
    ]),
  );
}

/**
 * When the pod has to go (wall-clock milliseconds): `now` when it does not tolerate one of the taints, later when it
 * tolerates them for a time, undefined when it may stay. Of several tolerations of a taint the first one counts. A pod that came
 * after a taint has its time from then on; a taint without a known time counts from `now`.
 */
export function evictionTime(
  pod: Pod,
  taints: readonly Taint[],
  now: number,
  times: TaintTimes = new Map(),
): number | undefined {
  if (pod.metadata.deletionTimestamp !== undefined) return undefined;
  let due: number | undefined;
  for (const taint of taints) {
    if (taint.effect !== effect) continue;
    const toleration = (pod.spec?.tolerations ?? []).find((one) => tolerates(one, taint));
    if (toleration === undefined) return now;
    const { tolerationSeconds } = toleration;
    if (tolerationSeconds === undefined) continue;
    const start = Math.max(times.get(keyOf(taint)) ?? now, arrivalOf(pod));
    const end = tolerationSeconds <= 0 ? now : start + tolerationSeconds * 1000;
    due = due === undefined ? end : Math.min(due, end);
  }
  return due;
}

/** When the pod got its node, as far as it tells: never earlier than that. */
function arrivalOf(pod: Pod): number {
  const placed = conditionOf(pod, 'PodScheduled');
  const times = [pod.metadata.creationTimestamp, placed?.status === 'True' ? placed.lastTransitionTime : undefined];
  return Math.max(0, ...times.map((text) => (timeOf(text) ?? -second) + second));
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseTime(text);
}

function keyOf({ key, value = '' }: Taint): string {
  return `${key}=${value}`;
}
