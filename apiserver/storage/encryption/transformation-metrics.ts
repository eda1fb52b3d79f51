// Metrics of values that are encrypted and decrypted, by the names that dashboards have.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { CounterSeries, HistogramSeries } from '../../../shared/process/metric/metric.ts';
import type { TransformationMetrics } from './contract/transformation-metrics.ts';

export interface TransformationMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: { monotonic(): number };
}

/** Upper bounds in seconds: 5 us to 84 s. */
const buckets = Array.from({ length: 25 }, (_, index) => 5e-6 * 2 ** index);

export function transformationMetrics({ metrics, clock }: TransformationMetricsOptions): TransformationMetrics {
  const durations = metrics.histogram({
    name: 'apiserver_storage_transformation_duration_seconds',
    help: 'Time to encrypt or decrypt a value in seconds, of those where it succeeded.',
    labels: ['transformation_type', 'transformer_prefix'],
    buckets,
    stability: 'ALPHA',
  });
  const operations = metrics.counter({
    name: 'apiserver_storage_transformation_operations_total',
    help: 'Values encrypted and decrypted, by outcome.',
    labels: ['resource', 'transformation_type', 'transformer_prefix', 'status'],
    stability: 'ALPHA',
  });
  const counted = new Map<string, CounterSeries>();
  const timed = new Map<string, HistogramSeries>();
  return {
    now: () => clock.monotonic(),
    transformed(resource, direction, prefix, milliseconds, error) {
      const status = error === undefined ? 'OK' : codeOf(error);
      const of = { transformation_type: direction, transformer_prefix: prefix };
      const count = seriesOf(counted, `${resource} ${direction} ${prefix} ${status}`, () =>
        operations.series({ resource, ...of, status }),
      );
      count.increment();
      if (error === undefined)
        seriesOf(timed, `${direction} ${prefix}`, () => durations.series(of)).observe(milliseconds / 1000);
    },
  };
}

function seriesOf<S>(kept: Map<string, S>, name: string, make: () => S): S {
  let series = kept.get(name);
  if (series === undefined) kept.set(name, (series = make()));
  return series;
}

/** The gRPC code where a plug-in was asked, however deep in the chain of causes. */
function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && one.name === 'PluginError') return one.code;
  }
  return 'unknown-non-grpc';
}
