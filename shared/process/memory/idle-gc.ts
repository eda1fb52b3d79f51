// Gives memory back after a burst. The engine collects garbage when more memory is asked for, so that a process that has
// done much and then does little keeps what is long dead; this loop collects it once it is quiet. A program runs it, not the
// library: the whole process pauses meanwhile.

import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Clock } from '../time/clock.ts';
import type { Loop } from '../loop/loop.ts';
import type { HistogramSeries } from '../metric/metric.ts';

export interface IdleGcOptions {
  readonly clock: Clock;
  /** Bytes in use, garbage included, and those of them that a collection has to walk through. */
  readonly usage: () => { readonly all: number; readonly walked: number };
  /** The share of the time since the last call (0 to 1) in which the process was at work. */
  readonly utilization: () => number;
  /** Collects everything at once. */
  readonly collect: () => void;
  /** Called with the pause of the process in seconds, for metrics. */
  readonly paused?: HistogramSeries;
}

const mebibyte = 1024 * 1024;
/** Milliseconds between two looks. */
const period = 1500;
/** Less growth than this between two looks is quiet. */
const quietGrowth = 2 * mebibyte;
/** And so is less work than this: under load two looks may find the same by chance. */
const quietUtilization = 0.2;
/** Growth since the last collection that makes another one worth while. */
const worthwhile = 32 * mebibyte;
/** The engine gives the pages that a collection emptied back with the next one, once little was asked for in a while. */
const looksBetween = 5;
/** With more than this to walk through the pause would be felt. */
const mostWalked = 512 * mebibyte;

/** A collection that fails is a defect and ends the loop; nothing is lost but memory. */
export function idleGc({ clock, usage, utilization, collect, paused }: IdleGcOptions): Loop {
  return {
    name: 'idle-gc',
    async run(signal) {
      let before = usage().all;
      /** The least that was in use since the last collection. What the start left behind counts as grown. */
      let least = 0;
      /** Quiet looks until the collection after this one; undefined: there is no need for one. */
      let again: number | undefined;
      while (!signal.aborted) {
        await clock.sleep(period, signal).catch(() => {});
        if (signal.aborted) return;
        const { all, walked } = usage();
        // Always asked: it tells of the time since it was asked before.
        const idle = utilization() < quietUtilization;
        const quiet = idle && Math.abs(all - before) < quietGrowth;
        least = Math.min(least, all);
        before = all;
        if (!quiet || walked > mostWalked) continue;
        if (again !== undefined) again -= 1;
        const grown = all - least >= worthwhile;
        if (!grown && again !== 0) continue;
        const begun = clock.monotonic();
        collect();
        paused?.observe((clock.monotonic() - begun) / 1000);
        again = grown ? looksBetween : undefined;
        before = usage().all;
        least = before;
      }
    },
  };
}

/** How busy the event loop of this thread is. */
export function loopUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** The engine's own figures. */
export function heapUsage(): { readonly all: number; readonly walked: number } {
  const { used_heap_size: walked, external_memory: external } = getHeapStatistics();
  return { all: walked + external, walked };
}

/** V8's garbage collector, which is exposed by a flag only. */
export function engineCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  // Without arguments: with any, some versions collect the young objects alone.
  return () => collect();
}
