// The queues of the controllers as metrics, by the name of the controller.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { QueueObserver } from './work-queue.ts';

/** Who watches the queue of a controller. */
export type ObserveQueue = (controller: string) => QueueObserver;

const durationBuckets = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];

export function queueMetrics(metrics: Metrics): ObserveQueue {
  const labels = ['name'];
  const stability = 'ALPHA';
  const buckets = durationBuckets;
  const depth = metrics.gauge({ name: 'workqueue_depth', help: 'Keys waiting for a worker.', labels, stability });
  const adds = metrics.counter({ name: 'workqueue_adds_total', help: 'Keys added to the queue.', labels, stability });
  const underWay = new Map<string, () => Iterable<number>>();
  const unfinished = metrics.gauge({
    name: 'workqueue_unfinished_work_seconds',
    help: 'Seconds of unfinished work of all keys in progress: a value that only grows means a stuck worker.',
    labels,
    stability,
  });
  unfinished.readOnScrape(() => ofEach(underWay, (times) => times.reduce((sum, one) => sum + one, 0)));
  const longest = metrics.gauge({
    name: 'workqueue_longest_running_processor_seconds',
    help: 'Running time of the longest running worker in seconds.',
    labels,
    stability,
  });
  longest.readOnScrape(() => ofEach(underWay, (times) => Math.max(0, ...times)));
  const retries = metrics.counter({
    name: 'workqueue_retries_total',
    help: 'Retries of keys.',
    labels,
    stability,
  });
  const waiting = metrics.histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'Time that a key waited for a worker, in seconds.',
    labels,
    buckets,
    stability,
  });
  const working = metrics.histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'Time that processing a key took, in seconds.',
    labels,
    buckets,
    stability,
  });
  return (name) => {
    const [waited, worked, retried] = [waiting.series({ name }), working.series({ name }), retries.series({ name })];
    const added = adds.series({ name });
    depth.set(0, { name });
    return {
      added: () => added.increment(),
      watching: (times) => void underWay.set(name, times),
      depth: (count) => depth.set(count, { name }),
      started: (milliseconds) => waited.observe(milliseconds / 1000),
      finished: (milliseconds, failed) => {
        worked.observe(milliseconds / 1000);
        if (failed) retried.increment();
      },
    };
  };
}

/** A figure of every queue, in seconds, from how long its work under way takes so far. */
function ofEach(queues: ReadonlyMap<string, () => Iterable<number>>, figure: (times: readonly number[]) => number) {
  return [...queues].map(([name, times]) => ({ value: figure([...times()]) / 1000, labels: { name } }));
}
