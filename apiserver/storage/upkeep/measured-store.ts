// A store with metrics: how long each operation took, by the resource it was about, how often it failed, and how far history is
// forgotten. The names are those that dashboards have for etcd, whichever engine it is.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { CounterSeries, HistogramSeries, Labels } from '../../../shared/process/metric/metric.ts';
import { type CallObserver, keptByLabels, observedCall } from '../../../shared/process/metric/observed-call.ts';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import { collectionOf, registryRoot } from '../format/keys.ts';
import type { CommitResult, Entry, Range, RangeResult, Revision, Store, Write } from '../contract/store.ts';

const durationBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 4, 5, 8, 15, 30, 60,
];

/** Of one operation on one collection. */
interface StoreCalls extends CallObserver {
  readonly requests: CounterSeries;
  readonly duration: HistogramSeries;
}

export interface MeasuredStoreOptions {
  readonly store: Store;
  readonly metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Answers what `store` answers. */
export function measuredStore(options: MeasuredStoreOptions): Store {
  return new MeasuredStore(options);
}

class MeasuredStore implements Store {
  declare readonly remote?: true;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #calls: (operation: string, collection?: string) => StoreCalls;
  readonly #compacted: (revision: Revision) => void;
  /** Those of `latest`, which every read asks. */
  #latest: StoreCalls | undefined;

  constructor({ store, metrics, now }: MeasuredStoreOptions) {
    this.#store = store;
    this.#now = now;
    if (store.remote === true) this.remote = true;
    this.#calls = keptByLabels(observerMaker(metrics));
    const compacted = metrics.gauge({
      name: 'apiserver_storage_compacted_revision',
      help: 'Revision of the last compaction by this server.',
      stability: 'ALPHA',
    });
    this.#compacted = (revision) => compacted.set(revision);
  }

  latest(): Revision | Promise<Revision> {
    const revision = this.#store.latest();
    if (isPending(revision)) return this.#observed('latest', '', () => revision);
    // Known at once: there is no time to take.
    this.#latest ??= this.#calls('latest');
    this.#latest.requests.increment();
    this.#latest.duration.observe(0);
    return revision;
  }

  get(key: string): Promise<Entry | undefined> {
    return this.#observed('get', collectionOf(key) ?? '', () => this.#store.get(key));
  }

  range(range: Range): Promise<RangeResult> {
    return this.#observed('list', collectionOf(range.prefix) ?? '', () => this.#store.range(range));
  }

  commit(write: Write): Promise<CommitResult> {
    const operation = write.value === undefined ? 'delete' : write.expected === 0 ? 'create' : 'update';
    return this.#observed(operation, collectionOf(write.key) ?? '', () => this.#store.commit(write));
  }

  follow(options: Parameters<Store['follow']>[0]): Promise<void> {
    return this.#store.follow(options);
  }

  async compact(revision: Revision): Promise<void> {
    await this.#observed('compact', '', () => this.#store.compact(revision));
    this.#compacted(revision);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #observed<T>(operation: string, collection: string, call: () => Promise<T>): Promise<T> {
    const calls = this.#calls(operation, collection);
    calls.requests.increment();
    return observedCall(this.#now, calls, call);
  }
}

function observerMaker(metrics: Metrics): (operation: string, collection: string) => StoreCalls {
  const names = ['operation', 'group', 'resource'];
  const duration = metrics.histogram({
    name: 'etcd_request_duration_seconds',
    help: 'Latency of the store in seconds, by operation and resource.',
    labels: names,
    buckets: durationBuckets,
    stability: 'ALPHA',
  });
  const requests = metrics.counter({
    name: 'etcd_requests_total',
    help: 'Requests to the store, by operation and resource.',
    labels: names,
    stability: 'ALPHA',
  });
  const errors = metrics.counter({
    name: 'etcd_request_errors_total',
    help: 'Failed requests to the store, by operation and resource.',
    labels: names,
    stability: 'ALPHA',
  });
  return (operation, collection) => {
    const labels = { operation, ...resourceLabels(collection) };
    const failures = errors.series(labels);
    const seconds = duration.series(labels);
    return {
      requests: requests.series(labels),
      duration: seconds,
      succeeded: (took) => seconds.observe(took),
      failed: (took) => {
        seconds.observe(took);
        failures.increment();
      },
    };
  };
}

/** Group and resource that a collection's prefix names; both empty for what is no collection. */
export function resourceLabels(collection: string): Labels & { readonly group: string; readonly resource: string } {
  if (!collection.startsWith(registryRoot)) return { group: '', resource: '' };
  const [group = '', resource = ''] = collection.slice(registryRoot.length).split('/');
  return { group: group === 'core' ? '' : group, resource };
}
