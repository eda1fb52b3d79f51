import t from 'tap';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import * as resources from '../api/resources.ts';
import { TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import type { Node, Pod } from './node-form.ts';
import { defaultPeriods, isSilent, lookAt, silentConditions } from './node-health.ts';
import { nodeLifecycle } from './node-lifecycle.ts';
import { evictionTime } from './taint-eviction.ts';

function node(ready: string | undefined, heartbeat = 'h1', more: object = {}): Node {
  const conditions = ready === undefined ? [] : [{ type: 'Ready', status: ready, lastHeartbeatTime: heartbeat }];
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u' }, status: { conditions }, ...more };
}

const lease = (renewTime: string): ApiObject => ({
  apiVersion: 'x/v1',
  kind: 'Lease',
  metadata: { name: 'n', namespace: 'l' },
  spec: { renewTime },
});

t.test('either heartbeat counts, by the time it is seen (NLIFE-001, NLIFE-002, NLIFE-004, NLIFE-016)', async (t) => {
  let memory = lookAt(undefined, node('True'), lease('r1'), 0);
  memory = lookAt(memory, node('True'), lease('r1'), 50_000);
  t.equal(isSilent(memory, defaultPeriods, 50_000), false);
  t.equal(isSilent(memory, defaultPeriods, 50_001), true);
  memory = lookAt(memory, node('True'), lease('r2'), 50_001);
  t.equal(isSilent(memory, defaultPeriods, 100_001), false, 'the lease alone keeps it alive');
  memory = lookAt(memory, node('True', 'h2'), undefined, 90_000);
  t.equal(isSilent(memory, defaultPeriods, 140_000), false, 'and so does a report');
  const young = lookAt(undefined, node(undefined), undefined, 0);
  t.equal(isSilent(young, defaultPeriods, 59_000), false, 'a node that never reported has longer');
  t.equal(isSilent(young, defaultPeriods, 60_001), true);
});

t.test('without heartbeats the conditions of a node become Unknown (NLIFE-001, NLIFE-013U)', async (t) => {
  const conditions = silentConditions(node('False'), Date.UTC(2026, 0, 1)) ?? [];
  t.match(conditions[0], {
    type: 'Ready',
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    lastHeartbeatTime: 'h1',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  });
  t.match(conditions[1], { type: 'MemoryPressure', status: 'Unknown', reason: 'NodeStatusNeverUpdated' });
  t.strictSame(
    conditions.map(({ type }) => type),
    ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'],
  );
  t.equal(silentConditions({ ...node('x'), status: { conditions } }, 0), undefined, 'once is enough');
  const network = { type: 'NetworkUnavailable', status: 'False' };
  const beside = silentConditions({ ...node('x'), status: { conditions: [network] } }, 0) ?? [];
  t.equal(beside[0], network, 'that of another owner stays');
});

t.test('pods leave when they do not tolerate, or when their time is over (NLIFE-006, NLIFE-007)', async (t) => {
  const pod = (...tolerations: object[]): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { tolerations },
  });
  const taints = [{ key: 'k', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' }];
  const start = Date.UTC(2026, 0, 1);
  t.equal(evictionTime(pod(), taints, start + 5), start + 5);
  t.equal(evictionTime(pod({ operator: 'Exists' }), taints, start), undefined);
  t.equal(
    evictionTime(pod({ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }), taints, start),
    start + 300_000,
  );
  t.equal(evictionTime(pod(), [{ key: 'k', effect: 'NoSchedule' }], start), undefined);
});

for (const id of vendorIds) {
  t.test(
    `a node falls silent, is tainted, loses its pods and comes back, with ${id} (NLIFE-005, NLIFE-010, NLIFE-011U)`,
    async (t) => {
      const vendor = vendorOf(id);
      const clock = new FakeClock();
      const leases = `/apis/${vendor.fill('coordination.{api}')}/v1/leases`;
      const api = new TestApi({
        '/api/v1/nodes': { kind: 'Node', namespaced: false },
        '/api/v1/pods': { kind: 'Pod', namespaced: true },
        [leases]: { kind: 'Lease', namespaced: true },
      });
      api.put('/api/v1/nodes', node('True'));
      // Another one lives, or it would be the controller that sees nothing.
      api.put('/api/v1/nodes', { ...node('True'), metadata: { name: 'alive', uid: 'a' } });
      const bound = { nodeName: 'n', tolerations: [] as object[] };
      api.put('/api/v1/pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'x' }, spec: bound });
      api.put('/api/v1/pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'stays', namespace: 'x' },
        spec: { ...bound, tolerations: [{ operator: 'Exists' }] },
      });
      const reader = new ApiClient(api.transport, { clock });
      const nodes = new Informer(reader.resource(resources.nodes), { clock });
      const view = new Informer(reader.resource(resources.resourcesOf(vendor).leases), { clock });
      const stop = new AbortController();
      const loops = [nodes, view, nodeLifecycle(api.environment(vendor, clock), { nodes, leases: view })].map((loop) =>
        loop.run(stop.signal),
      );
      const current = () => api.get('/api/v1/nodes', '', 'n') as Node;
      const ready = () => current().status?.conditions?.find(({ type }) => type === 'Ready')?.status;
      const taintsNow = () => (current().spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);
      const unreachable = vendor.fill('node.{label}/unreachable');
      const pass = async (seconds: number) => {
        for (let at = 0; at < seconds; at += 5) {
          const metadata = { name: 'alive', namespace: vendor.fill('{short}-node-lease') };
          api.put(leases, { ...lease(`${clock.monotonic()}`), metadata });
          await clock.advance(5000);
        }
      };
      await pass(50);
      t.equal(ready(), 'True', 'silence within the grace period changes nothing');
      await pass(10);
      t.equal(ready(), 'Unknown');
      const early = vendor.behaviour.taintDelay === 'at-once';
      t.strictSame(taintsNow().length > 0, early, 'right after Unknown');
      await pass(55);
      t.strictSame(taintsNow(), [`${unreachable}:NoSchedule`, `${unreachable}:NoExecute`]);
      await pass(10);
      t.equal(api.get('/api/v1/pods', 'x', 'p'), undefined);
      t.ok(api.get('/api/v1/pods', 'x', 'stays'));
      api.put('/api/v1/nodes', { ...current(), ...node('True', 'h2'), metadata: current().metadata });
      await pass(10);
      t.equal(ready(), 'True');
      t.strictSame(taintsNow(), []);
      stop.abort();
      await Promise.all(loops);
    },
  );
}

t.test(
  'a bad report shorter than the period leaves no taint, a longer one does (NLIFE-008, NLIFE-009, NLIFE-017)',
  async (t) => {
    const { taintRules, wantedTaints } = await import('./node-taints.ts');
    const vendor = vendorOf('orch');
    const asked = (delay: 'one-grace-period' | 'at-once', more: object = {}, lasted = 0) =>
      wantedTaints({
        node: node('False', 'h1', more),
        memory: { heartbeat: '', renewal: '', heardAt: 0, ready: 'False', readySince: 0 },
        rules: { ...taintRules(vendor), delay },
        periods: defaultPeriods,
        now: lasted,
        wallNow: 0,
        mayEvict: true,
      });
    t.equal(asked('one-grace-period', {}, 50_000), undefined);
    t.match(asked('one-grace-period', {}, 50_001), [
      { key: vendor.fill('node.{label}/not-ready'), effect: 'NoSchedule', timeAdded: '1970-01-01T00:00:00Z' },
      { key: vendor.fill('node.{label}/not-ready'), effect: 'NoExecute', timeAdded: '1970-01-01T00:00:00Z' },
    ]);
    t.equal(asked('at-once', {}, 0)?.length, 2, 'the other profile does not wait');
    // What admission set on a new node stays only for a condition that says so.
    const notReady = vendor.fill('node.{label}/not-ready');
    const young = (ready: string) =>
      wantedTaints({
        node: { ...node(undefined), spec: { taints: [{ key: notReady, effect: 'NoSchedule' }] } },
        memory: { heartbeat: '', renewal: '', heardAt: 0, ready, readySince: 0 },
        rules: taintRules(vendor),
        periods: defaultPeriods,
        now: 0,
        wallNow: 0,
        mayEvict: true,
      });
    t.strictSame(young(''), []);
    t.strictSame(young('True'), []);
    t.equal(young('False'), undefined);
    const others = [{ key: 'mine', effect: 'NoSchedule' }];
    t.match(
      asked('at-once', { spec: { taints: others, unschedulable: true } })?.map(({ key }) => key.split('/')[1] ?? key),
      ['mine', 'not-ready', 'not-ready', 'unschedulable'],
    );
  },
);
