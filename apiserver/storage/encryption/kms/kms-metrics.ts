// Metrics of key management plug-ins, by the names that dashboards have. Identifiers of keys are shown by their hashes.

import type { Labels, Metrics } from '../../../../shared/process/metric/metrics.ts';
import type { Direction } from '../contract/transformation-metrics.ts';
import { hashOf, type KeyIdFault } from './envelope-rules.ts';

export interface KmsMetrics {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** A call to a plug-in. */
  called(provider: string, path: string, code: string, milliseconds: number): void;
  /** A key of the plug-in was used. */
  keyUsed(direction: Direction, provider: string, keyId: string): void;
  /** The plug-in told which key it writes with. */
  keyTold(provider: string, keyId: string): void;
  keyRefused(provider: string, fault: KeyIdFault): void;
  /** Keys of values that are kept. */
  kept(provider: string, count: number): void;
  /** The plug-in had to be asked for the key of a value. */
  missed(): void;
  keyMade(milliseconds: number): void;
}

export interface KmsMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: { now(): number; monotonic(): number };
}

/** Series of identifiers that are remembered; those of the least recently used ones are forgotten. */
const mostSeries = 100;

export function kmsMetrics({ metrics, clock }: KmsMetricsOptions): KmsMetrics {
  const named = (name: string) => `apiserver_envelope_encryption_${name}`;
  const stability = 'ALPHA';
  const calls = metrics.histogram({
    name: named('kms_operations_latency_seconds'),
    help: 'Latency of calls to key management plug-ins in seconds, by gRPC code.',
    labels: ['provider_name', 'method_name', 'grpc_status_code'],
    buckets: powersOfTwo(0.0001, 20),
    stability,
  });
  const usedLabels = ['transformation_type', 'provider_name', 'key_id_hash', 'apiserver_id_hash'];
  const used = metrics.counter({
    name: named('key_id_hash_total'),
    help: 'How often each key of a plug-in was used, by direction.',
    labels: usedLabels,
    stability,
  });
  const lastUsed = metrics.gauge({
    name: named('key_id_hash_last_timestamp_seconds'),
    help: 'When each key of a plug-in was used last.',
    labels: usedLabels,
    stability,
  });
  const told = metrics.gauge({
    name: named('key_id_hash_status_last_timestamp_seconds'),
    help: 'When the status of a plug-in named each key last.',
    labels: ['provider_name', 'key_id_hash', 'apiserver_id_hash'],
    stability,
  });
  const refused = metrics.counter({
    name: named('invalid_key_id_from_status_total'),
    help: 'Statuses of plug-ins with an identifier of a key that cannot be used.',
    labels: ['provider_name', 'error'],
    stability,
  });
  const cached = metrics.gauge({
    name: named('dek_source_cache_size'),
    help: 'Keys of values that are kept decrypted.',
    labels: ['provider_name'],
    stability,
  });
  const misses = metrics.counter({
    name: 'apiserver_storage_envelope_transformation_cache_misses_total',
    help: 'How often a plug-in was asked for the key of a value.',
    stability,
  });
  const made = metrics.histogram({
    name: 'apiserver_storage_data_key_generation_duration_seconds',
    help: 'Time to make a key or a seed in seconds.',
    buckets: powersOfTwo(5e-6, 14),
    stability,
  });
  const uses = new RecentSeries();
  const tellings = new RecentSeries();
  used.readOnScrape(() => uses.all(({ count }) => count));
  lastUsed.readOnScrape(() => uses.all(({ last }) => last / 1000));
  told.readOnScrape(() => tellings.all(({ last }) => last / 1000));
  return {
    now: () => clock.monotonic(),
    called: (provider, path, code, milliseconds) =>
      calls.observe(milliseconds / 1000, { provider_name: provider, method_name: path, grpc_status_code: code }),
    keyUsed: (direction, provider, keyId) =>
      uses.add(`${direction} ${provider} ${keyId}`, clock.now(), () => ({
        transformation_type: direction,
        ...keyLabels(provider, keyId),
      })),
    keyTold: (provider, keyId) => tellings.add(`${provider} ${keyId}`, clock.now(), () => keyLabels(provider, keyId)),
    keyRefused: (provider, fault) => refused.increment({ provider_name: provider, error: fault }),
    kept: (provider, count) => cached.set(count, { provider_name: provider }),
    missed: () => misses.increment(),
    keyMade: (milliseconds) => made.observe(milliseconds / 1000),
  };
}

/** The server has no identity of its own, so its hash is empty. */
function keyLabels(provider: string, keyId: string): Labels {
  return { provider_name: provider, key_id_hash: hashOf(keyId), apiserver_id_hash: '' };
}

interface Series {
  readonly labels: Labels;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly last: number;
}

/** How often and when last something happened, of the most recent ones: identifiers of keys come from other programs. */
class RecentSeries {
  readonly #series = new Map<string, Series>();

  add(name: string, now: number, labels: () => Labels): void {
    const before = this.#series.get(name);
    this.#series.delete(name);
    this.#series.set(name, { labels: before?.labels ?? labels(), count: (before?.count ?? 0) + 1, last: now });
    const [oldest] = this.#series.keys();
    if (this.#series.size > mostSeries && oldest !== undefined) this.#series.delete(oldest);
  }

  *all(value: (series: Series) => number): Iterable<{ readonly value: number; readonly labels: Labels }> {
    for (const series of this.#series.values()) yield { value: value(series), labels: series.labels };
  }
}

/** Upper bounds of buckets, each twice the one before. */
function powersOfTwo(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first * 2 ** index);
}
