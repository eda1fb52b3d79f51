// Which of the pods that wait for more resources get them first when some become free: those of the higher priority, then of the better
// class of service, then those that have waited longest. One that does not fit is passed over. Pure.

import type { Pod } from '../object/pod.ts';
import { qosClassOf } from '../object/resources.ts';

export interface WaitingResize {
  /** With the resources that it asks for, and its status. */
  readonly pod: Pod;
  readonly uid: string;
}

const classes = ['Guaranteed', 'Burstable', 'BestEffort'];

/** Those before others are served first. */
export function inOrder(waiting: readonly WaitingResize[]): readonly WaitingResize[] {
  return waiting.toSorted((one, other) => {
    const [first, second] = [rankOf(one.pod), rankOf(other.pod)];
    const at = first.findIndex((value, index) => value !== second[index]);
    if (at < 0) return 0;
    return (first[at] ?? 0) < (second[at] ?? 0) ? -1 : 1;
  });
}

/** What waits longer is smaller in each place. */
function rankOf(pod: Pod): readonly [priority: number, quality: number, since: string] {
  const pending = pod.status?.conditions?.find(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Deferred',
  );
  // One that asks just now comes after all that wait: no time is later than this.
  return [-(pod.spec?.priority ?? 0), classes.indexOf(qosClassOf(pod)), pending?.lastTransitionTime ?? '~'];
}

/**
 * The other pods as they are when all that come before this one have what fits of it. `others`: as they are now, by uid; `fits`: whether a
 * pod can have what it asks for beside others.
 */
export function othersBefore(
  waiting: readonly WaitingResize[],
  uid: string,
  others: ReadonlyMap<string, Pod>,
  fits: (pod: Pod, others: readonly Pod[]) => boolean,
): readonly Pod[] {
  const pods = new Map(others);
  for (const { pod, uid: next } of inOrder(waiting)) {
    if (next === uid) break;
    const beside = [...pods].filter(([one]) => one !== next).map(([, one]) => one);
    if (fits(pod, beside)) pods.set(next, pod);
  }
  return [...pods].filter(([one]) => one !== uid).map(([, one]) => one);
}
