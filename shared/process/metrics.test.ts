import t from 'tap';

import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';

t.test('the help text names the stability level (VERS-009) and a deprecation (VERS-002)', async (t) => {
  const warnings: string[] = [];
  const metrics = createMetrics({
    version: '1.34',
    log: { ...silentLog, warn: (message) => void warnings.push(message) },
  });
  metrics
    .counter({ name: 'a_total', help: 'Counts.', stability: 'STABLE', labels: ['verb'] })
    .increment({ verb: 'GET' });
  metrics.gauge({ name: 'b', help: 'Measures.', stability: 'STABLE', deprecatedIn: '1.33' }).set(4);
  metrics.histogram({ name: 'c_seconds', help: 'Times.', stability: 'ALPHA', buckets: [1, 2] }).observe(1.5);
  const text = await metrics.render();
  t.match(text, '# HELP a_total [STABLE] Counts.\n# TYPE a_total counter\na_total{verb="GET"} 1');
  t.match(text, '# HELP b [STABLE] (Deprecated from 1.33) Measures.');
  t.match(text, 'c_seconds_bucket{le="2"} 1');
  t.match(metrics.contentType, 'text/plain; version=0.0.4');
  t.same(warnings, ['a deprecated metric is being recorded']);
});

t.test(
  'a deprecated metric hides (VERS-005, VERS-006), comes back on request (VERS-007), then is gone (VERS-008)',
  async (t) => {
    const rendered = async (deprecatedIn: string, showHiddenForVersion?: string): Promise<boolean> => {
      const metrics = createMetrics({
        version: '1.34',
        ...(showHiddenForVersion === undefined ? {} : { showHiddenForVersion }),
      });
      metrics.counter({ name: 'old_total', help: 'Old.', stability: 'STABLE', deprecatedIn }).increment();
      return (await metrics.render()).includes('old_total');
    };
    t.equal(await rendered('1.32'), true);
    t.equal(await rendered('1.31'), false);
    t.equal(await rendered('1.31', '1.33'), true);
    t.equal(await rendered('1.31', '1.32'), false);
    t.equal(await rendered('1.30', '1.33'), false);
  },
);

t.test('two registries share nothing; one name asked twice is one metric; another shape is a defect', async (t) => {
  const one = createMetrics();
  const other = createMetrics();
  const options = { name: 'x_total', help: 'X.', stability: 'ALPHA' } as const;
  one.counter(options).increment();
  one.counter(options).increment();
  t.match(await one.render(), 'x_total 2');
  t.equal(await other.render(), '\n');
  t.throws(() => one.gauge(options), { message: /already a counter/ });
});

t.test('a gauge that is read on scrape forgets what is gone', async (t) => {
  const metrics = createMetrics();
  const sizes = new Map([
    ['pods', 3],
    ['nodes', 1],
  ]);
  metrics
    .gauge({ name: 'objects', help: 'Objects.', stability: 'ALPHA', labels: ['resource'] })
    .readOnScrape(() => [...sizes].map(([resource, value]) => ({ value, labels: { resource } })));
  t.match(await metrics.render(), 'objects{resource="nodes"} 1');
  sizes.delete('nodes');
  t.notMatch(await metrics.render(), 'nodes');
});
