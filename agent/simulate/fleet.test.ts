import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { Lease } from '../lease/next-lease.ts';
import type { Node } from '../node/node.ts';
import { stubObjects } from '../../fixtures/agent/objects.fixture.ts';
import { deleteNodes, fleet } from './fleet.ts';
import { FleetMetrics, fleetText, neverStartedText } from './fleet-metrics.ts';
import { simulatedNodes } from './simulated-node.ts';
import { keptOfNode } from './viewed-nodes.ts';

for (const id of vendorIds) {
  t.test(`simulated nodes start one after another, renew and report like real ones, with ${id}`, async (t) => {
    const vendor = vendorOf(id);
    const clock = new FakeClock();
    const nodes = stubObjects<Node>((node) => node);
    const leases = stubObjects<Lease>();
    const figures = new FleetMetrics(() => clock.monotonic());
    const planned = simulatedNodes({ prefix: 'load-', startIndex: 10, count: 5, zones: 2 });
    const stop = new AbortController();
    const ended = fleet({
      nodes: planned,
      nodeApi: nodes,
      leaseApi: leases,
      vendor,
      clock,
      figures,
      labels: { pool: 'test' },
      startRate: 1,
      leaseDuration: 40,
      statusPeriod: 10_000,
      reportPeriod: 300_000,
      agentVersion: 'v1.34.0',
    }).run(stop.signal);
    await clock.advance(1500);
    t.strictSame([...nodes.objects.keys()], ['load-10', 'load-11'], 'one a second');
    await clock.advance(5000);
    t.strictSame([...leases.objects.keys()].sort(), ['load-10', 'load-11', 'load-12', 'load-13', 'load-14']);
    t.match(nodes.objects.get('load-11'), {
      metadata: {
        labels: {
          pool: 'test',
          [vendor.fill('topology.{label}/zone')]: 'zone-1',
          [vendor.fill('{label}/hostname')]: 'load-11',
        },
      },
      status: { capacity: { pods: '110' }, nodeInfo: { kubeletVersion: 'v1.34.0' } },
    });
    const ready = nodes.objects.get('load-11')?.status?.conditions?.find(({ type }) => type === 'Ready');
    t.equal(ready?.status, 'True');
    t.match(leases.objects.get('load-11'), { spec: { holderIdentity: 'load-11', leaseDurationSeconds: 40 } });
    const before = figures.total().renewals;
    figures.sinceLast();
    await clock.advance(10_500);
    t.equal(figures.total().renewals - before, 5, 'each renews every ten seconds');
    t.match(figures.sinceLast(), { nodes: 5, renewals: 5, failures: 0 });
    t.notOk(
      nodes.calls.some(({ verb }) => verb === 'patchStatus'),
      'a status that did not change is not written',
    );
    leases.failing = () => true;
    await clock.advance(10_500);
    t.ok(figures.sinceLast().failures > 0);
    t.match(figures.lastError, 'connection refused');
    stop.abort();
    await ended;
    t.equal(await deleteNodes([...planned, ...planned], async (name) => nodes.objects.delete(name)), 10);
    t.equal(nodes.objects.size, 0);
  });
}

t.test('a node that starts costs three requests, and no pause', async (t) => {
  const vendor = vendorOf('orch');
  const clock = new FakeClock();
  const nodes = stubObjects<Node>();
  const leases = stubObjects<Lease>();
  const figures = new FleetMetrics(() => clock.monotonic());
  const stop = new AbortController();
  const common = { vendor, clock, figures, labels: {}, startRate: 100, leaseDuration: 40, agentVersion: 'v1.34.0' };
  const planned = simulatedNodes({ prefix: 's-', startIndex: 0, count: 1, zones: 0 });
  const periods = { statusPeriod: 10_000, reportPeriod: 300_000 };
  const view = { get: (_namespace: '', name: string) => nodes.objects.get(name) };
  const ended = fleet({ nodes: planned, nodeApi: nodes, leaseApi: leases, view, ...common, ...periods }).run(
    stop.signal,
  );
  await clock.advance(1);
  t.match(leases.objects.get('s-0'), { metadata: { ownerReferences: [{ uid: 'uid-1' }] } });
  t.strictSame(
    nodes.calls.map(({ verb }) => verb),
    ['create'],
  );
  t.strictSame(
    leases.calls.slice(0, 2).map(({ verb }) => verb),
    ['get', 'create'],
  );
  stop.abort();
  await ended;
});

t.test('the summary names the nodes that never started: those that began, and those that had no turn', async (t) => {
  const figures = new FleetMetrics(() => 0);
  const names = Array.from({ length: 20 }, (_, index) => `n-${index}`);
  for (const name of names.slice(0, 5)) figures.begun(name);
  for (const name of names.slice(0, 3)) figures.renewed(name, 1);
  const left = figures.neverStarted(names);
  t.strictSame([left.begun, left.notBegun.length], [['n-3', 'n-4'], 15]);
  t.strictSame(neverStartedText(left, 20), [
    '2 of 20 nodes began and got no lease: n-3, n-4',
    '15 of 20 nodes never began, their turn had not come: n-5, n-6, n-7, n-8, n-9, n-10, n-11, n-12, n-13, n-14 and 5 more',
  ]);
  t.strictSame(neverStartedText({ begun: [], notBegun: [] }, 20), []);
});

t.test('with tellsEach, metrics list every duration since the last report', async (t) => {
  const figures = new FleetMetrics(() => 0, { tellsEach: true });
  for (const took of [3, 0.0001, 12.3456]) figures.renewed('load-1', took);
  t.strictSame(figures.sinceLast().durations, [3, 0.001, 12.346]);
  t.strictSame(figures.sinceLast().durations, []);
  t.notOk('durations' in figures.total());
  t.notOk('durations' in new FleetMetrics(() => 0).sinceLast());
});

t.test(
  'renewals are spread evenly, at whatever rate nodes start, and stay so when the server stands still',
  async (t) => {
    const clock = new FakeClock();
    const leases = stubObjects<Lease>();
    const renewals: number[] = [];
    const { objects } = leases;
    let stall: Promise<void> = Promise.resolve();
    const update = leases.update.bind(leases);
    leases.update = async (lease) => {
      renewals.push(clock.monotonic());
      await stall;
      return update(lease);
    };
    const stop = new AbortController();
    const ended = fleet({
      nodes: simulatedNodes({ prefix: 'load-', startIndex: 0, count: 200, zones: 0 }),
      nodeApi: stubObjects<Node>((node) => node),
      leaseApi: leases,
      vendor: vendorOf('orch'),
      clock,
      figures: new FleetMetrics(() => clock.monotonic()),
      labels: {},
      startRate: 100_000,
      leaseDuration: 40,
      statusPeriod: 10_000,
      reportPeriod: 300_000,
      agentVersion: 'v1.34.0',
    }).run(stop.signal);
    await clock.advance(12_000);
    t.equal(objects.size, 200);
    /** The most renewals in any second of the next ten. */
    const crowd = async (): Promise<number> => {
      renewals.length = 0;
      const begun = clock.monotonic();
      await clock.advance(10_000);
      const seconds = Array.from({ length: 10 }, () => 0);
      for (const time of renewals) {
        const at = Math.min(9, Math.floor((time - begun) / 1000));
        seconds[at] = (seconds[at] ?? 0) + 1;
      }
      return Math.max(...seconds);
    };
    const most = await crowd();
    t.ok(most <= 40, `${most} of 200 nodes in one second`);
    stall = clock.sleep(5_000);
    await clock.advance(12_000);
    const after = await crowd();
    t.ok(after <= 50, `${after} of 200 nodes in one second, after the server stood still for five`);
    stop.abort();
    await ended;
  },
);

t.test('reports of a status that did not change are spread evenly, at whatever rate nodes start', async (t) => {
  const clock = new FakeClock();
  const nodes = stubObjects<Node>((node) => node);
  const reports: number[] = [];
  const patchStatus = nodes.patchStatus.bind(nodes);
  nodes.patchStatus = (name, patch) => {
    reports.push(clock.monotonic());
    return patchStatus(name, patch);
  };
  const stop = new AbortController();
  const ended = fleet({
    nodes: simulatedNodes({ prefix: 'load-', startIndex: 0, count: 60, zones: 0 }),
    nodeApi: nodes,
    leaseApi: stubObjects<Lease>(),
    vendor: vendorOf('orch'),
    clock,
    figures: new FleetMetrics(() => clock.monotonic()),
    labels: {},
    startRate: 100_000,
    leaseDuration: 40,
    statusPeriod: 5_000,
    reportPeriod: 60_000,
    agentVersion: 'v1.34.0',
  }).run(stop.signal);
  await clock.advance(30_000);
  t.ok(reports.length <= 60, `${reports.length} in the first half of a period`);
  await clock.advance(70_000);
  for (const period of ['one', 'another']) {
    reports.length = 0;
    const begun = clock.monotonic();
    await clock.advance(60_000);
    t.ok(reports.length >= 50 && reports.length <= 60, `${reports.length} reports of 60 nodes in ${period} period`);
    const sixths = Array.from({ length: 6 }, () => 0);
    for (const time of reports) {
      const at = Math.min(5, Math.floor((time - begun) / 10_000));
      sixths[at] = (sixths[at] ?? 0) + 1;
    }
    t.ok(Math.max(...sixths) <= 15, `${sixths.join()} in ten seconds each`);
  }
  stop.abort();
  await ended;
});

t.test('fields that another client wrote into a lease are kept', async (t) => {
  const clock = new FakeClock();
  const leases = stubObjects<Lease>();
  const stop = new AbortController();
  const ended = fleet({
    nodes: simulatedNodes({ prefix: 'load-', startIndex: 0, count: 1, zones: 0 }),
    nodeApi: stubObjects<Node>((node) => node),
    leaseApi: leases,
    vendor: vendorOf('orch'),
    clock,
    figures: new FleetMetrics(() => clock.monotonic()),
    labels: {},
    startRate: 100,
    leaseDuration: 40,
    statusPeriod: 10_000,
    reportPeriod: 300_000,
    agentVersion: 'v1.34.0',
  }).run(stop.signal);
  await clock.advance(15_000);
  const lease = await leases.get('load-0');
  await leases.update({ ...lease, metadata: { ...lease.metadata, labels: { seen: 'yes' } } });
  const before = leases.objects.get('load-0')?.metadata.resourceVersion;
  await clock.advance(40_000);
  const { metadata } = await leases.get('load-0');
  t.not(metadata.resourceVersion, before, 'renewed');
  t.match(metadata, { labels: { seen: 'yes' }, ownerReferences: [{ kind: 'Node', name: 'load-0' }] });
  stop.abort();
  await ended;
});

t.test('nodes that are in the view are not read, until a status could not be written', async (t) => {
  const clock = new FakeClock();
  const nodes = stubObjects<Node>((node) => node);
  const view = { get: (_: string, name: string) => nodes.objects.get(name) };
  const stop = new AbortController();
  const ended = fleet({
    nodes: simulatedNodes({ prefix: 'load-', startIndex: 0, count: 3, zones: 0 }),
    nodeApi: nodes,
    leaseApi: stubObjects<Lease>(),
    view,
    vendor: vendorOf('orch'),
    clock,
    figures: new FleetMetrics(() => clock.monotonic()),
    labels: {},
    startRate: 100,
    leaseDuration: 40,
    statusPeriod: 10_000,
    reportPeriod: 30_000,
    agentVersion: 'v1.34.0',
  }).run(stop.signal);
  await clock.advance(60_000);
  const reads = (): number => nodes.calls.filter(({ verb }) => verb === 'get').length;
  t.strictSame([nodes.objects.size, reads()], [3, 0]);
  nodes.failing = (verb) => verb === 'patchStatus';
  await clock.advance(50_000);
  t.ok(reads() > 0, 'the server is asked what became of it');
  stop.abort();
  await ended;
  const kept = keptOfNode(new Set(['load-0']));
  const [own, other] = ['load-0', 'other'].map((name) =>
    kept({ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: 'u', managedFields: [] }, status: { images: [] } }),
  );
  t.match(own, { metadata: { name: 'load-0', uid: 'u' }, status: { images: [] } });
  t.notOk(own?.metadata.managedFields);
  t.strictSame(other, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'other', resourceVersion: '' } });
});

t.test('metrics count all renewals, or those since the last report', async (t) => {
  let now = 0;
  const figures = new FleetMetrics(() => now);
  t.match(figures.total(), { nodes: 0, renewals: 0, renewalsPerSecond: 0, p50: 0, p99: 0 });
  for (let index = 0; index < 100; index += 1) figures.renewed(`n${index % 10}`, index < 99 ? 2 : 50);
  now = 10_000;
  const total = figures.total();
  t.match(total, { nodes: 10, renewals: 100, renewalsPerSecond: 10 });
  t.ok(Math.abs(total.p50 - 2) < 0.1 && total.longest >= 49.9, fleetText(total));
  t.equal(figures.sinceLast().renewals, 100);
  t.equal(figures.sinceLast().renewals, 0);
  t.match(fleetText(total), /^10 nodes, 10\.0 renewals\/s, 0 failures, latency p50 2\.0 ms, p99/);
});
