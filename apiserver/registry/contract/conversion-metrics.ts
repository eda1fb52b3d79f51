// Metrics of the conversion of objects by another program.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

/** Of one converter. */
export interface ConversionMetrics {
  /** So many objects more, or fewer, wait for their conversion. */
  waits(objects: number): void;
  /** A call has ended after so many seconds. */
  called(seconds: number, objects: number, succeeded: boolean): void;
}

/** Of the converter of a kind: `resource` is `widgets.shop.example`. */
export function conversionMetrics(metrics: Metrics, resource: string): ConversionMetrics {
  const seconds = metrics.histogram({
    name: 'apiserver_version_conversion_duration_seconds',
    help: 'Duration of calls that convert objects between versions of their kind, in seconds.',
    labels: ['resource', 'succeeded'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    stability: 'ALPHA',
  });
  const converted = metrics
    .counter({
      name: 'apiserver_version_conversion_objects_total',
      help: 'Objects that were sent to be converted between versions of their kind.',
      labels: ['resource'],
      stability: 'ALPHA',
    })
    .series({ resource });
  const waiting = metrics.gauge({
    name: 'apiserver_version_conversion_waiting_objects',
    help: 'Objects that wait for their conversion between versions of their kind.',
    labels: ['resource'],
    stability: 'ALPHA',
  });
  let now = 0;
  return {
    waits(objects) {
      now += objects;
      waiting.set(now, { resource });
    },
    called(duration, objects, succeeded) {
      seconds.observe(duration, { resource, succeeded: String(succeeded) });
      converted.increment(objects);
    },
  };
}
