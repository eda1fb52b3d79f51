// The queues of the controllers as figures, by the name of the controller (wire section 16.2).

import type { Metrics } from '../../shared/process/metrics.ts';
import type { QueueObserver } from './work-queue.ts';

/** Who watches the queue of a controller. */
export type ObserveQueue = (controller: string) => QueueObserver;

const durationBuckets = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];

export function queueMetrics(metrics: Metrics): ObserveQueue {
  const labels = ['name'];
  const stability = 'ALPHA';
  const buckets = durationBuckets;
  const depth = metrics.gauge({ name: 'workqueue_depth', help: 'Keys waiting for a worker.', labels, stability });
  const retries = metrics.counter({
    name: 'workqueue_retries_total',
    help: 'Keys that failed and came back.',
    labels,
    stability,
  });
  const waiting = metrics.histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'Time that a key waited for a worker.',
    labels,
    buckets,
    stability,
  });
  const working = metrics.histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'Time that the work on a key took.',
    labels,
    buckets,
    stability,
  });
  return (name) => {
    const [waited, worked, retried] = [waiting.series({ name }), working.series({ name }), retries.series({ name })];
    depth.set(0, { name });
    return {
      depth: (count) => depth.set(count, { name }),
      started: (milliseconds) => waited.observe(milliseconds / 1000),
      finished: (milliseconds, failed) => {
        worked.observe(milliseconds / 1000);
        if (failed) retried.increment();
      },
    };
  };
}
