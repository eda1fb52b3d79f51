import t from 'tap';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { attemptMetrics } from './attempt-metrics.ts';

t.test(
  'attempts are counted by result, with the time that they took; a result that never came has no series',
  async (t) => {
    const metrics = createMetrics();
    let now = 1000;
    const attempts = attemptMetrics<string>({
      metrics,
      clock: { monotonic: () => now },
      counter: 'attempts_total',
      histogram: 'attempts_duration_seconds',
      what: 'Attempts',
      resultOf: (value) => value,
    });
    for (const [result, milliseconds] of [
      ['good', 1],
      ['good', 30],
      ['bad', 20_000],
    ] as const) {
      const took = attempts(() => {
        now += milliseconds;
        return result;
      });
      t.equal(took, result);
    }
    await t.rejects(
      attempts(async (): Promise<string> => {
        now += 2;
        throw new Error('away');
      }),
      /away/,
    );
    const page = await metrics.render();
    t.match(page, /^attempts_total\{result="good"\} 2$/m);
    t.match(page, /^attempts_total\{result="bad"\} 1$/m);
    t.match(page, /^attempts_duration_seconds_bucket\{.*le="0.001".*\} 1$/m);
    t.match(page, /^attempts_duration_seconds_sum\{result="good"\} 0.031$/m);
    t.match(
      page,
      /^attempts_duration_seconds_bucket\{.*le="16.384",result="bad"\} 0$|^attempts_duration_seconds_bucket\{result="bad",le="16.384"\} 0$/m,
    );
    t.match(page, /^attempts_total\{result="error"\} 1$/m, 'a call that throws counts too');
    t.match(page, /^attempts_duration_seconds_sum\{result="error"\} 0.002$/m);
    t.notMatch(page, 'never');
  },
);
