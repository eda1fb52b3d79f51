import t from 'tap';

import { silentLog } from '../log/log.ts';
import { recordProcess } from './process-metrics.ts';
import { createMetrics } from './metrics.ts';

t.test('the help text names the stability level (VERS-009) and a deprecation (VERS-002)', async (t) => {
  const lines: string[] = [];
  const log = {
    ...silentLog,
    info: (message: string) => void lines.push(`INFO ${message}`),
    warn: (message: string) => void lines.push(`WARN ${message}`),
  };
  const metrics = createMetrics({ version: '1.34', log });
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
  t.strictSame(
    lines,
    ['INFO a deprecated metric is being recorded'],
    'no warning about a metric that was not asked for',
  );
  const shown = createMetrics({ version: '1.34', showHiddenForVersion: '1.33', log });
  shown.gauge({ name: 'd', help: 'Measures.', stability: 'BETA', deprecatedIn: '1.33' }).set(4);
  t.equal(lines[1], 'WARN a hidden metric is shown, as --show-hidden-metrics-for-version asks');
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
    for (const other of ['1.32', '1.34', '1.35', 'v1.33', 'all']) {
      await t.rejects(rendered('1.31', other), { message: `${other} is not the version before this one, 1.33` });
    }
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

t.test('a counter of something that counts itself is read at each scrape', async (t) => {
  const metrics = createMetrics();
  let seen = 3;
  const options = { name: 'seen_total', help: 'Seen.', labels: ['kind'], stability: 'ALPHA' } as const;
  metrics.counter(options).readOnScrape(() => [{ value: seen, labels: { kind: 'a' } }]);
  t.match(await metrics.render(), 'seen_total{kind="a"} 3\n');
  seen = 5;
  t.match(await metrics.render(), /^# TYPE seen_total counter\nseen_total\{kind="a"\} 5$/m);
});

t.test('the process exports metrics of its own resource usage', async (t) => {
  const metrics = createMetrics();
  recordProcess(metrics);
  const page = await metrics.render();
  t.match(page, /^# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total \d/m);
  t.match(page, /^process_resident_memory_bytes [1-9]\d{6,}$/m);
  t.match(page, /^process_start_time_seconds 1\d{9}/m);
});
