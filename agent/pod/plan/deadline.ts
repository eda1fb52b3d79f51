// Until when a pod may be active on its node. Pure.

import { parseTime } from '../../../shared/object/time.ts';
import type { Pod, PodStatus } from '../object/pod.ts';

/** Wall clock, milliseconds; undefined: it has no limit, or has not begun. */
export function deadlineOf({ spec }: Pod, { startTime = '' }: PodStatus): number | undefined {
  const began = parseTime(startTime);
  const limit = spec?.activeDeadlineSeconds;
  return limit === undefined || began === undefined ? undefined : began + limit * 1000;
}
