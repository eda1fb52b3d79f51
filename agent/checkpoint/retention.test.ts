// Which archives go by which rule, and that the job removes these and no others.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { type Archive, archiveFolder } from './archive-folder.ts';
import { archiveName } from './archive-name.ts';
import { outlived, retentionJob } from './retention.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const now = start + 10 * hour;

const nameAt = (container: string, hours: number): string =>
  archiveName({ namespace: 'default', pod: 'web', container }, start + hours * hour, 0);
const archive = (container: string, hours: number, more: Partial<Archive> = {}): Archive => ({
  name: nameAt(container, hours),
  bytes: 100,
  created: start + hours * hour,
  pinned: false,
  ...more,
});

t.test('without a rule nothing goes', async (t) => {
  t.equal(outlived([archive('a', 0)], {}, now).size, 0);
});

t.test('the newest of each container stay', async (t) => {
  const all = [archive('a', 0), archive('b', 1), archive('a', 2), archive('a', 3)];
  t.strictSame([...outlived(all, { maxCount: 2 }, now)], [[nameAt('a', 0), 'count']]);
  t.equal(outlived(all, { maxCount: 0 }, now).size, 4);
});

t.test('archives above the maximum age are removed', async (t) => {
  const all = [archive('a', 0), archive('a', 5), archive('a', 9)];
  t.strictSame([...outlived(all, { maxAge: 5 * hour }, now)], [[nameAt('a', 0), 'age']]);
});

t.test('the oldest go until the sum is small enough, pinned ones counted', async (t) => {
  const all = [archive('a', 0, { pinned: true }), archive('a', 1), archive('b', 2), archive('a', 3)];
  t.strictSame(
    [...outlived(all, { maxBytes: 250 }, now)],
    [
      [nameAt('a', 1), 'bytes'],
      [nameAt('b', 2), 'bytes'],
    ],
  );
});

t.test('pinned ones stay whatever the rules say, and do not count', async (t) => {
  const all = [archive('a', 0, { pinned: true }), archive('a', 1), archive('a', 2, { pinned: true })];
  t.equal(outlived(all, { maxCount: 1 }, now).size, 0);
  t.strictSame([...outlived(all, { maxCount: 0, maxAge: 1, maxBytes: 0 }, now).keys()], [nameAt('a', 1)]);
});

t.test('the job removes by the calendar, counts by rule, and keeps what is pinned', async (t) => {
  const path = await mkdtemp(join(tmpdir(), 'retention-'));
  t.teardown(() => rm(path, { recursive: true }));
  const folder = archiveFolder(path);
  for (const hours of [0, 1, 2, 3]) await writeFile(join(path, nameAt('a', hours)), 'x');
  await folder.pin(nameAt('a', 0));
  const clock = new FakeClock(now);
  const metrics = createMetrics();
  const options = { folder, rules: { maxCount: 1 }, clock, log: silentLog, metrics };
  t.throws(() => retentionJob({ ...options, schedule: 'daily' }), { message: /no calendar expression/ });
  const stop = new AbortController();
  const ended = retentionJob({ ...options, schedule: '*/15 * * * *' }).run(stop.signal);
  await clock.advance(14 * 60_000);
  t.equal((await folder.list()).length, 4, 'not yet');
  await clock.advance(60_000);
  for (let waited = 0; waited < 6_000 && (await folder.list()).length > 2; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.strictSame(
    (await folder.list()).map(({ name }) => name),
    [nameAt('a', 0), nameAt('a', 3)],
  );
  stop.abort();
  await ended;
  t.match(await metrics.render(), 'checkpoint_archives_removed_total{reason="count"} 2');
});
