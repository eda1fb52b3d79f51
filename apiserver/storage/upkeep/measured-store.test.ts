import t from 'tap';
import { silentLog } from '../../../shared/process/log/log.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { openEmbeddedStore } from '../embedded/engine/embedded-store.ts';
import { measuredStore } from './measured-store.ts';

t.test('every operation is counted and timed by its resource, and failures are counted separately', async (t) => {
  const metrics = createMetrics();
  let now = 0;
  const store = await openEmbeddedStore({ folder: undefined, clock: systemClock, log: silentLog });
  const measured = measuredStore({ store, metrics, now: () => (now += 250) });
  const key = '/registry/core/pods/default/a';
  const created = await measured.commit({ key, value: Buffer.from('1'), expected: 0 });
  t.equal(created.outcome, 'committed');
  const entry = await measured.get(key);
  await measured.commit({ key, value: undefined, expected: entry?.revision ?? 0 });
  await measured.range({ prefix: '/registry/apps/deployments/', limit: 1 });
  await t.rejects(measured.range({ prefix: '/registry/core/pods/', revision: 99 }));
  const latest = await measured.latest();
  await measured.compact(latest);
  await measured.close();
  const page = await metrics.render();
  for (const line of [
    'etcd_requests_total{operation="create",group="",resource="pods"} 1',
    'etcd_requests_total{operation="get",group="",resource="pods"} 1',
    'etcd_requests_total{operation="delete",group="",resource="pods"} 1',
    'etcd_requests_total{operation="list",group="apps",resource="deployments"} 1',
    'etcd_request_errors_total{operation="list",group="",resource="pods"} 1',
    'etcd_request_duration_seconds_sum{operation="create",group="",resource="pods"} 0.25',
    `apiserver_storage_compacted_revision ${latest}`,
  ]) {
    t.ok(page.includes(line), line);
  }
});
