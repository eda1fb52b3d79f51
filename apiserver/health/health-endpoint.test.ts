import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { type Log, silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { Response } from '../registry/contract/resource-handler.ts';
import type { HealthCheck } from './health-check.ts';
import { healthMounts } from './health-endpoint.ts';
import { HealthLog } from './health-log.ts';
import { healthMetrics } from '../../shared/process/metric/health-metrics.ts';
import { Readiness } from './readiness.ts';
import { serverChecks } from './server-checks.ts';

const fine = (name: string): HealthCheck => ({ name, check: () => {} });
const broken = (name: string): HealthCheck => ({ name, check: () => Promise.reject(new Error('it is broken')) });

function endpoint(
  checks: readonly HealthCheck[],
  id: 'orch' | 'kubernetes' = 'orch',
  log = new HealthLog({ log: silentLog, expected: () => false }),
  metrics = createMetrics(),
) {
  const summary = vendorOf(id).behaviour.healthSummary;
  const mounts = healthMounts({ name: 'readyz', checks, summary, log, note: healthMetrics([metrics], vendorOf(id)) });
  return async (url: string): Promise<[number, string] | undefined> => {
    const [path = '', query = ''] = url.split('?');
    const mount = mounts.find((one) => one.path === path || (one.path.endsWith('/') && path.startsWith(one.path)));
    const answer = await mount?.answer({
      method: 'GET',
      path,
      query: new URLSearchParams(query),
      headers: {},
      accept: undefined,
      user: { username: 'x', groups: [], extra: new Map() },
      signal: new AbortController().signal,
    });
    return answer === undefined ? undefined : [answer.status, bodyOf(answer)];
  };
}

function bodyOf(answer: Response): string {
  return answer.kind === 'body' ? Buffer.concat([...answer.parts]).toString() : '';
}

t.test(
  'a healthy server answers ok, and spells its checks out when asked (HEALTH-002, HEALTH-009, HEALTH-010)',
  async (t) => {
    const orch = endpoint([fine('ping'), fine('log')]);
    t.strictSame(await orch('/readyz'), [200, 'ok']);
    t.strictSame(await orch('/readyz?verbose'), [200, '[+]ping ok\n[+]log ok\nhealthz check passed\n']);
    const real = endpoint([fine('ping')], 'kubernetes');
    t.strictSame(await real('/readyz?verbose=1'), [200, '[+]ping ok\nreadyz check passed\n']);
  },
);

t.test('a failing check is named, its reason is not (HEALTH-017, HEALTH-021U, HEALTH-023U)', async (t) => {
  const ask = endpoint([fine('ping'), broken('etcd')]);
  t.strictSame(await ask('/readyz'), [500, '[+]ping ok\n[-]etcd failed: reason withheld\nreadyz check failed\n']);
});

t.test('checks are left out by their whole names (HEALTH-012 to HEALTH-014, HEALTH-022U)', async (t) => {
  const ask = endpoint([fine('ping'), broken('etcd'), broken('poststarthook/rbac')]);
  const all = '/readyz?verbose&exclude=etcd&exclude=poststarthook/rbac';
  const lines = '[+]ping ok\n[+]etcd excluded: ok\n[+]poststarthook/rbac excluded: ok\n';
  t.strictSame(await ask(all), [200, `${lines}healthz check passed\n`]);
  t.strictSame(await ask(`${all}&exclude=foo&exclude=`), [
    200,
    `${lines}warn: some health checks cannot be excluded: no matches for "foo",""\nhealthz check passed\n`,
  ]);
  const [status] = (await ask('/readyz?exclude=etcd&exclude=poststarthook')) ?? [];
  t.equal(status, 500, 'the beginning of a name is none');
});

t.test('each check has a path of its own (HEALTH-006, HEALTH-008, HEALTH-026)', async (t) => {
  const ask = endpoint([fine('poststarthook/a/b'), broken('etcd')]);
  t.strictSame(await ask('/readyz/poststarthook/a/b'), [200, 'ok']);
  t.strictSame(await ask('/readyz/etcd'), [500, 'internal server error: it is broken\n']);
  t.equal(await ask('/readyz/unknown'), undefined);
});

t.test(
  'open start-up work fails readiness, and liveness only after the grace period (HEALTH-019, HEALTH-027)',
  async (t) => {
    const clock = new FakeClock();
    const readiness = new Readiness(clock, ['roles']);
    const ready = endpoint([...readiness.hookChecks(), readiness.shutdownCheck()]);
    const live = endpoint(readiness.hookChecks(5000));
    t.strictSame((await ready('/readyz'))?.[0], 500);
    t.strictSame((await live('/readyz'))?.[0], 200);
    await clock.advance(5001);
    t.strictSame((await live('/readyz'))?.[0], 500);
    readiness.done('roles');
    t.strictSame((await ready('/readyz'))?.[0], 200);
    readiness.stopping();
    t.strictSame((await ready('/readyz'))?.[0], 500);
    t.strictSame((await live('/readyz'))?.[0], 200);
  },
);

t.test('a check is logged when it starts to fail and when it succeeds again, not by every probe', async (t) => {
  const lines: string[] = [];
  const line = (level: string) => (message: string, fields?: object) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  };
  const log: Log = { ...silentLog, info: line('info'), warn: line('warn') };
  const state = { expected: true, broken: true };
  const check: HealthCheck = {
    name: 'etcd',
    check: () => {
      if (state.broken) throw new Error('it is broken');
    },
  };
  const ask = endpoint([check], 'orch', new HealthLog({ log, expected: () => state.expected }));
  for (const path of ['/readyz', '/readyz', '/readyz/etcd', '/readyz?exclude=etcd']) await ask(path);
  const failure = 'a health check fails {"endpoint":"readyz","check":"etcd","reason":"it is broken"}';
  t.strictSame(lines.splice(0), [`info ${failure}`], 'while it is to be expected');
  state.broken = false;
  state.expected = false;
  for (const path of ['/readyz', '/readyz']) await ask(path);
  t.strictSame(lines.splice(0), ['info a health check succeeds again {"check":"etcd"}']);
  state.broken = true;
  for (const path of ['/readyz', '/readyz']) await ask(path);
  t.strictSame(lines, [`warn ${failure}`]);
});

t.test('each outcome is a metric', async (t) => {
  const metrics = createMetrics();
  const ask = endpoint([fine('ping'), broken('etcd')], 'orch', undefined, metrics);
  for (const path of ['/readyz', '/readyz/ping', '/readyz?exclude=etcd']) await ask(path);
  const page = await metrics.render();
  t.match(page, 'orch_healthcheck{name="etcd",type="readyz"} 0');
  t.match(page, 'orch_healthcheck{name="ping",type="readyz"} 1');
  t.match(page, 'orch_healthchecks_total{name="ping",type="readyz",status="success"} 3');
  t.match(page, 'orch_healthchecks_total{name="etcd",type="readyz",status="error"} 1');
});

t.test('a server is not ready until its caches are filled, and a store that is silent fails its check', async (t) => {
  const clock = new FakeClock();
  const readiness = new Readiness(clock, ['roles']);
  const store = { silent: false, latest: () => (store.silent ? new Promise<number>(() => {}) : Promise.resolve(1)) };
  const { live, ready } = serverChecks({ store, storeChecks: [], clock, readiness, livezGracePeriod: 0 });
  readiness.done('roles');
  const ask = endpoint(ready);
  t.match((await ask('/readyz'))?.[1], /^\[-\]informer-sync failed: reason withheld$/m);
  t.notOk(readiness.ready);
  let readable = false;
  readiness.synced(() => readable);
  t.match((await ask('/readyz'))?.[1], /^\[-\]informer-sync failed: reason withheld$/m, 'objects cannot be read');
  readable = true;
  t.strictSame(await ask('/readyz'), [200, 'ok']);
  readable = false;
  t.strictSame(await ask('/readyz'), [200, 'ok'], 'later ones are no matter of the start');
  t.ok(readiness.ready);
  store.silent = true;
  const alive = endpoint(live)('/readyz/etcd');
  await clock.advance(2000);
  t.strictSame(await alive, [500, 'internal server error: the store did not answer within 2000 ms\n']);
});
