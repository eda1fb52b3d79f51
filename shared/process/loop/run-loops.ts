// Runs background loops together under one signal. A loop handles its own failures, so a rejection is a defect: it is logged
// and counted, and the other loops continue. Operators see it in the metric; the program does not crash.

import type { Log } from '../log/log.ts';
import type { Loop } from './loop.ts';
import type { Metrics } from '../metric/metrics.ts';

export interface RunLoopsOptions {
  /** Its abort ends every loop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Starts every loop and resolves when all have ended; never rejects. With no loops it resolves at once. */
export async function runLoops(loops: readonly Loop[], { signal, log, metrics }: RunLoopsOptions): Promise<void> {
  const running = metrics.gauge({
    name: 'background_loops_running',
    help: 'Whether a background loop runs (1) or not (0), by loop.',
    labels: ['loop'],
    stability: 'ALPHA',
  });
  const failures = metrics.counter({
    name: 'background_loop_failures_total',
    help: 'Background loops that ended with an error.',
    labels: ['loop'],
    stability: 'ALPHA',
  });
  await Promise.all(
    loops.map(async (loop) => {
      const labels = { loop: loop.name };
      running.set(1, labels);
      failures.increment(labels, 0);
      try {
        await loop.run(signal);
        if (!signal.aborted) log.warn('a background loop ended before its signal aborted', labels);
      } catch (error) {
        // Ending with the signal's own reason is a loop's way of stopping, not a defect.
        if (!(signal.aborted && error === signal.reason)) {
          failures.increment(labels);
          log.error('a background loop failed', { ...labels, error });
        }
      } finally {
        running.set(0, labels);
      }
    }),
  );
}
