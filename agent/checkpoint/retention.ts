// Which checkpoint archives may go: those beyond a number per container, beyond an age, and the oldest beyond a sum of
// bytes. Pinned ones stay whatever the rules say. The job applies the rules by the calendar.

import { calendarJob } from '../../shared/process/loop/calendar-job.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Archive, ArchiveFolder } from './archive-folder.ts';
import { parseArchiveName } from './archive-name.ts';

/** An undefined rule does not apply; without any rule nothing is removed. */
export interface RetentionRules {
  /** Archives kept of one container, the newest. Pinned ones do not count. */
  readonly maxCount?: number;
  /** Milliseconds since the checkpoint. */
  readonly maxAge?: number;
  /** Bytes of all archives together, pinned ones included. */
  readonly maxBytes?: number;
}

export type RemovalReason = 'count' | 'age' | 'bytes';

/** What the rules remove, oldest first, each with the rule that takes it. `archives`: oldest first. */
export function outlived(
  archives: readonly Archive[],
  { maxCount, maxAge, maxBytes }: RetentionRules,
  now: number,
): ReadonlyMap<string, RemovalReason> {
  const gone = new Map<string, RemovalReason>();
  const loose = archives.filter(({ pinned }) => !pinned);
  for (const { name, created } of loose) {
    if (maxAge !== undefined && now - created > maxAge) gone.set(name, 'age');
  }
  const newer = new Map<string, number>();
  for (const { name } of loose.toReversed()) {
    const container = parseArchiveName(name)?.container ?? name;
    const count = (newer.get(container) ?? 0) + 1;
    newer.set(container, count);
    if (maxCount !== undefined && count > maxCount && !gone.has(name)) gone.set(name, 'count');
  }
  let bytes = archives.filter(({ name }) => !gone.has(name)).reduce((sum, one) => sum + one.bytes, 0);
  for (const { name, bytes: own } of loose) {
    if (maxBytes === undefined || bytes <= maxBytes) break;
    if (gone.has(name)) continue;
    gone.set(name, 'bytes');
    bytes -= own;
  }
  return new Map(
    loose.flatMap(({ name }) => {
      const reason = gone.get(name);
      return reason === undefined ? [] : [[name, reason]];
    }),
  );
}

export interface RetentionOptions {
  readonly folder: ArchiveFolder;
  readonly rules: RetentionRules;
  /** Five fields. Others throw TypeError. */
  readonly schedule: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * The loop that applies the rules. If an archive cannot be removed, this is logged, the other archives are removed, and the next
 * run tries it again.
 */
export function retentionJob({ folder, rules, schedule, clock, log, metrics }: RetentionOptions): Loop {
  const removals = metrics.counter({
    name: 'checkpoint_archives_removed_total',
    help: 'Checkpoint archives that retention removed, by rule.',
    labels: ['reason'],
    stability: 'ALPHA',
  });
  const failures = metrics.counter({
    name: 'checkpoint_archive_removal_failures_total',
    help: 'Checkpoint archives that retention failed to remove.',
    stability: 'ALPHA',
  });
  return calendarJob({
    name: 'checkpoint-retention',
    expression: schedule,
    clock,
    log,
    run: async (now, signal) => {
      for (const [name, reason] of outlived(await folder.list(), rules, now)) {
        if (signal.aborted) return;
        try {
          if ((await folder.remove(name)) !== 'removed') continue;
          removals.increment({ reason });
          log.info('a checkpoint was removed by retention', { name, reason });
        } catch (error) {
          failures.increment();
          log.error('a checkpoint could not be removed', { name, error });
        }
      }
    },
  });
}
