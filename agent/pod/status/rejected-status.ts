// The status of a pod that may not begin on its node. Pure.

import { formatTime } from '../../../shared/object/time.ts';
import type { Pod, PodStatus } from '../object/pod.ts';

/** `now`: wall clock, milliseconds. */
export function rejectedStatus(
  { metadata: { generation } }: Pod,
  before: PodStatus,
  { reason, message }: { readonly reason: string; readonly message: string },
  now: number,
): PodStatus {
  return {
    ...before,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    phase: 'Failed',
    reason,
    message: `Pod was rejected: ${message}`,
    startTime: formatTime(now),
  };
}
