// Frees memory after a burst. V8 collects garbage when a program allocates. A process that is idle after much work therefore
// keeps its garbage. This loop collects it once the process is idle. Only programs run the loop, not the library, because a
// collection pauses the whole process.

import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Clock } from '../time/clock.ts';
import type { Loop } from '../loop/loop.ts';
import type { HistogramSeries } from '../metric/metric.ts';

export interface IdleGcOptions {
  readonly clock: Clock;
  /** `all`: bytes in use, garbage included. `walked`: those that a collection has to walk through. */
  readonly usage: () => { readonly all: number; readonly walked: number };
  /** The share of the time since the last call (0 to 1) in which the process was busy. */
  readonly utilization: () => number;
  /** Collects everything at once. */
  readonly collect: () => void;
  /** Called with the pause of the process in seconds, for metrics. */
  readonly paused?: HistogramSeries;
}

const mebibyte = 1024 * 1024;
/** Milliseconds between two rounds. */
const period = 1500;
/** Less growth than this between two rounds is quiet. */
const quietGrowth = 2 * mebibyte;
/** The process is idle below this utilization. Under load, two equal readings of memory may be a coincidence. */
const quietUtilization = 0.2;
/** Growth since the last collection that makes another one worth while. */
const worthwhile = 32 * mebibyte;
/** V8 returns the pages that a collection emptied with the next collection, once few allocations were made for a while. */
const looksBetween = 5;
/** With a larger heap the pause would be noticeable. */
const mostWalked = 512 * mebibyte;

/** A failed collection is a defect and ends the loop; the program continues with more memory. */
export function idleGc({ clock, usage, utilization, collect, paused }: IdleGcOptions): Loop {
  return {
    name: 'idle-gc',
    async run(signal) {
      let before = usage().all;
      /** The least memory in use since the last collection. Initially 0, so that garbage of the start counts as growth. */
      let least = 0;
      /** Quiet rounds until the next collection; undefined: none is due. */
      let again: number | undefined;
      while (!signal.aborted) {
        await clock.sleep(period, signal).catch(() => {});
        if (signal.aborted) return;
        const { all, walked } = usage();
        // Called in every round: it returns the utilization since its last call.
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

/** Memory as V8 reports it. */
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
