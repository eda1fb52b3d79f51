import t from 'tap';

import { createMetrics } from './metrics.ts';

t.test('a histogram reports how many values lie below each bound, their sum and their number', async (t) => {
  const metrics = createMetrics();
  const times = metrics.histogram({
    name: 'wait_seconds',
    help: 'Waits.',
    labels: ['verb', 'code'],
    buckets: [1, 2],
    stability: 'ALPHA',
  });
  const series = times.series({ verb: 'GET', code: 200 });
  for (const value of [0.5, 1, 1.5, 7]) series.observe(value);
  times.observe(2, { code: 200, verb: 'GET' });
  const text = await metrics.render();
  t.match(text, '# HELP wait_seconds [ALPHA] Waits.\n# TYPE wait_seconds histogram\n');
  t.match(text, 'wait_seconds_bucket{le="1",verb="GET",code="200"} 2\n');
  t.match(text, 'wait_seconds_bucket{le="2",verb="GET",code="200"} 4\n');
  t.match(text, 'wait_seconds_bucket{le="+Inf",verb="GET",code="200"} 5\n');
  t.match(text, 'wait_seconds_sum{verb="GET",code="200"} 12\n');
  t.match(text, 'wait_seconds_count{verb="GET",code="200"} 5\n');
});

t.test('a series of a counter and its labels count the same; a scrape changes nothing', async (t) => {
  const metrics = createMetrics();
  const requests = metrics.counter({ name: 'requests', help: 'Requests.', labels: ['verb'], stability: 'ALPHA' });
  requests.series({ verb: 'GET' }).increment();
  requests.series({ verb: 'GET' }).increment(2);
  requests.increment({ verb: 'GET' });
  t.match(await metrics.render(), 'requests{verb="GET"} 4\n');
  t.match(await metrics.render(), 'requests{verb="GET"} 4\n');
});
