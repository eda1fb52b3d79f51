// Metrics of the memory of accepted tokens, by the names that dashboards have.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export interface TokenCacheMetrics {
  /** A token was found there (`hit`) or had to be judged (`miss`), after so many seconds. */
  asked(status: 'hit' | 'miss', seconds: number): void;
  /** A request begins to wait for a judgement; the returned function ends it. */
  blocking(): () => void;
  /** A token is being judged; the returned function ends it. `ok`: it was not refused. */
  fetching(): (ok: boolean) => void;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function tokenCacheMetrics(metrics: Metrics): TokenCacheMetrics {
  const labels = ['status'] as const;
  const stability = 'ALPHA' as const;
  const durations = metrics.histogram({
    name: 'authentication_token_cache_request_duration_seconds',
    help: 'How long requests waited for the judgement of their token, by whether it was remembered.',
    labels,
    buckets,
    stability,
  });
  const requests = metrics.counter({
    name: 'authentication_token_cache_request_total',
    help: 'Tokens that were asked for, by whether their judgement was remembered.',
    labels,
    stability,
  });
  const fetches = metrics.counter({
    name: 'authentication_token_cache_fetch_total',
    help: 'Tokens that were judged, by outcome.',
    labels,
    stability,
  });
  const active = metrics.gauge({
    name: 'authentication_token_cache_active_fetch_count',
    help: 'Tokens that are being judged (in_flight), and requests that wait for that (blocked).',
    labels,
    stability,
  });
  const counted = { hit: requests.series({ status: 'hit' }), miss: requests.series({ status: 'miss' }) };
  const durationOf = { hit: durations.series({ status: 'hit' }), miss: durations.series({ status: 'miss' }) };
  const going = (status: 'in_flight' | 'blocked'): (() => void) => {
    active.add(1, { status });
    return () => active.add(-1, { status });
  };
  return {
    asked(status, seconds) {
      counted[status].increment();
      durationOf[status].observe(seconds);
    },
    blocking: () => going('blocked'),
    fetching() {
      const ended = going('in_flight');
      return (ok) => {
        ended();
        fetches.increment({ status: ok ? 'ok' : 'error' });
      };
    },
  };
}
