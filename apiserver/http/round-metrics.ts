// What the rounds of writing do, as figures. Read when somebody looks.

import type { Metrics } from '../../shared/process/metrics.ts';
import type { WriteRounds } from './write-rounds.ts';

export function recordRounds(metrics: Metrics, rounds: WriteRounds): void {
  metrics
    .counter({
      name: 'apiserver_write_rounds_total',
      help: 'Rounds in which streams handed over what they had to send.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.figures.rounds }]);
  metrics
    .counter({
      name: 'apiserver_write_rounds_streams_total',
      help: 'Streams that had something to hand over, once for each round.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.figures.streams }]);
  metrics
    .counter({
      name: 'apiserver_write_rounds_seconds_total',
      help: 'Time that rounds took, with the turns of others in it.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: rounds.figures.milliseconds / 1000 }]);
}
