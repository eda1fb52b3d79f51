// Metrics of the registry: lists and watch events by resource. Series are kept, because a watch event must not cost
// a look-up by its labels.

import type { CounterSeries, HistogramSeries } from '../../../shared/process/metric/metric.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Resource } from './resource.ts';

/** Of one resource in one version. */
export interface ResourceMetrics {
  /** Objects that lists answered. */
  readonly listed: CounterSeries;
  readonly lists: CounterSeries;
  /** `events` went to one watcher in `bytes` altogether; at least one. */
  watched(events: number, bytes: number): void;
  /** From the start of a watch until its initial events were sent. */
  readonly initialSeconds: HistogramSeries;
}

export type RegistryMetrics = (resource: Resource) => ResourceMetrics;

const sizeBuckets = [1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];
const initialBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60];

export function registryMetrics(metrics: Metrics): RegistryMetrics {
  const families = familiesOf(metrics);
  const kept = new WeakMap<Resource, ResourceMetrics>();
  return (resource) => {
    const known = kept.get(resource);
    if (known !== undefined) return known;
    const { group, version, name } = resource;
    const labels = { group, version, resource: name };
    const events = families.events.series(labels);
    const sizes = families.sizes.series(labels);
    const figures: ResourceMetrics = {
      lists: families.lists.series({ group, resource: name }),
      listed: families.listed.series({ group, resource: name }),
      watched(count, bytes) {
        events.increment(count);
        sizes.observe(bytes / count, count);
      },
      initialSeconds: families.initial.series(labels),
    };
    kept.set(resource, figures);
    return figures;
  };
}

/** Of what the store did not take back when a service was changed or removed. */
export function keptAllocations(metrics: Metrics): CounterSeries {
  return metrics
    .counter({
      name: 'apiserver_allocation_release_errors_total',
      help: 'Addresses and ports of services that could not be released; the next service that asks for one gets it.',
      stability: 'ALPHA',
    })
    .series({});
}

/** Of the writes that wait behind other writes of the same object. */
export function writesWaiting(metrics: Metrics, turns: { readonly waiting: number }): void {
  metrics
    .gauge({
      name: 'apiserver_writes_waiting',
      help: 'Writes that wait for their turn behind other writes of the same object.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: turns.waiting, labels: {} }]);
}

/** Of the steps of large bodies and objects that wait for their round of the event loop. */
export function largeWorkWaiting(metrics: Metrics, work: { readonly waiting: number }): void {
  metrics
    .gauge({
      name: 'apiserver_large_objects_waiting',
      help: 'Steps of work on large bodies or objects that wait for their turn.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: work.waiting, labels: {} }]);
}

/** Of the frames that watchers share. */
export interface KeptFrameFigures {
  /** Bytes of what may be kept now; what went with its change or state is counted until all is let go. */
  readonly bytes: number;
  readonly limit: number;
  readonly counts: { readonly hits: number; readonly made: number };
}

export function keptFrames(metrics: Metrics, frames: KeptFrameFigures): void {
  const bytes = (name: string, help: string, read: () => number): void =>
    metrics.gauge({ name, help, stability: 'ALPHA' }).readOnScrape(() => [{ value: read(), labels: {} }]);
  bytes(
    'apiserver_watch_frames_bytes',
    'Memory of watch events that are kept in their form on the wire.',
    () => frames.bytes,
  );
  bytes('apiserver_watch_frames_limit_bytes', 'Limit of apiserver_watch_frames_bytes.', () => frames.limit);
  metrics
    .counter({
      name: 'apiserver_watch_frames_total',
      help: 'Reads of batches of watch events and of initial states: found (hit) or made (made).',
      labels: ['result'],
      stability: 'ALPHA',
    })
    .readOnScrape(() => [
      { value: frames.counts.hits, labels: { result: 'hit' } },
      { value: frames.counts.made, labels: { result: 'made' } },
    ]);
}

/** Of validation by declared rules. */
export interface DeclaredMetrics {
  /** Faults that one of the two validators found, and not the other. */
  readonly mismatches: CounterSeries;
  /** Writes on which the judgement itself failed. */
  readonly panics: CounterSeries;
}

export function declaredMetrics(metrics: Metrics, vendor: Vendor): DeclaredMetrics {
  const prefix = vendor.behaviour.validationMetrics;
  const series = (name: string, help: string): CounterSeries =>
    metrics.counter({ name: `${prefix}declarative_validation_${name}_total`, help, stability: 'BETA' }).series({});
  return {
    mismatches: series('mismatch', 'Faults that only one of declared rules and the other validation found.'),
    panics: series('panic', 'Writes on which judging the declared rules failed by itself.'),
  };
}

function familiesOf(metrics: Metrics) {
  const byVersion = ['group', 'version', 'resource'];
  return {
    lists: metrics.counter({
      name: 'apiserver_cache_list_total',
      help: 'Lists, by resource.',
      labels: ['group', 'resource'],
      stability: 'ALPHA',
    }),
    listed: metrics.counter({
      name: 'apiserver_cache_list_returned_objects_total',
      help: 'Objects returned by lists, by resource.',
      labels: ['group', 'resource'],
      stability: 'ALPHA',
    }),
    events: metrics.counter({
      name: 'apiserver_watch_events_total',
      help: 'Events sent to watchers.',
      labels: byVersion,
      stability: 'ALPHA',
    }),
    sizes: metrics.histogram({
      name: 'apiserver_watch_events_sizes',
      help: 'Bytes of events sent to watchers.',
      labels: byVersion,
      buckets: sizeBuckets,
      stability: 'ALPHA',
    }),
    initial: metrics.histogram({
      name: 'apiserver_watch_list_duration_seconds',
      help: 'Time until a watch has sent its initial events, in seconds.',
      labels: byVersion,
      buckets: initialBuckets,
      stability: 'ALPHA',
    }),
  };
}
