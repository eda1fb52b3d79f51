// What a server does for itself now and then: forgets old history, and gives memory back after a burst.

import type { Loop } from '../../shared/process/loop/loop.ts';
import { heapUsage, loopUtilization, idleGc } from '../../shared/process/memory/idle-gc.ts';
import type { ServerContext } from '../context/server-context.ts';
import { type Compactor, shortHistoryLoop } from '../storage/upkeep/compaction.ts';

const minute = 60_000;

/**
 * Compacts at each full minute, or more often where the history is shorter. Undefined: nothing is forgotten. The calendar is
 * loaded here, for callers that already serve clients.
 */
export async function compactionLoop(
  { clock, log, options }: Pick<ServerContext, 'clock' | 'log' | 'options'>,
  compactor: Compactor | undefined,
): Promise<Loop | undefined> {
  if (compactor === undefined) return undefined;
  const { historyPeriod = minute } = options;
  if (historyPeriod < minute) {
    return shortHistoryLoop({ compactor, historyMilliseconds: historyPeriod, clock, log });
  }
  const { calendarJob } = await import('../../shared/process/loop/calendar-job.ts');
  const run = async (now: number): Promise<void> => void (await compactor.compactOnce(now));
  return calendarJob({ name: 'compaction', expression: '* * * * *', clock, log, run });
}

/** Collects garbage in quiet moments where the owner of the process allows it; nothing otherwise. */
export function memoryLoops({ clock, metrics, options }: Pick<ServerContext, 'clock' | 'metrics' | 'options'>): Loop[] {
  if (options.collectGarbage === undefined) return [];
  const paused = metrics.histogram({
    name: 'quiet_collection_duration_seconds',
    help: 'Pauses of garbage collections in idle moments, in seconds.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
    stability: 'ALPHA',
  });
  const collector = idleGc({
    clock,
    usage: heapUsage,
    utilization: loopUtilization(),
    collect: options.collectGarbage,
    paused: paused.series({}),
  });
  return [collector];
}
