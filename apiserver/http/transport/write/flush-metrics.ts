// Metrics of the flush rounds. Read at each scrape.

import type { Metrics } from '../../../../shared/process/metric/metrics.ts';
import type { FlushScheduler } from './flush-scheduler.ts';

export function recordFlushes(metrics: Metrics, rounds: FlushScheduler): void {
  metrics
    .counter({
      name: 'apiserver_write_rounds_total',
      help: 'Rounds in which streams handed over what they had to send.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.metrics.rounds }]);
  metrics
    .counter({
      name: 'apiserver_write_rounds_streams_total',
      help: 'Streams that had something to hand over, once for each round.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.metrics.streams }]);
  metrics
    .counter({
      name: 'apiserver_write_rounds_seconds_total',
      help: 'Time that rounds took, with the turns of others in it.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.metrics.milliseconds / 1000 }]);
}
