// Metrics of the flush rounds. Read at each scrape.

import type { Metrics } from '../../../../shared/process/metric/metrics.ts';
import type { FlushScheduler } from './flush-scheduler.ts';

export function recordFlushes(metrics: Metrics, rounds: FlushScheduler): void {
  metrics
    .counter({
      name: 'apiserver_write_rounds_total',
      help: 'Flush rounds of response streams.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.metrics.rounds }]);
  metrics
    .counter({
      name: 'apiserver_write_rounds_streams_total',
      help: 'Streams flushed, counted in each round.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.metrics.streams }]);
  metrics
    .counter({
      name: 'apiserver_write_rounds_seconds_total',
      help: 'Duration of flush rounds in seconds, with other work in between.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.metrics.milliseconds / 1000 }]);
}
