import t from 'tap';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { EvictionPace } from './eviction-pace.ts';
import { followingLabels } from './node-labels.ts';
import { defaultLimits, isAllDown, zoneNames, zonesOf } from './zone.ts';
import { nodeMetrics } from './zone-metrics.ts';

const zoneNodes = (zone: string, ready: number, notReady: number) => [
  ...Array.from({ length: ready }, () => ({ zone, isReady: true })),
  ...Array.from({ length: notReady }, () => ({ zone, isReady: false })),
];

t.test('the state of a zone follows from the share of its nodes that are not ready', async (t) => {
  const zone = (ready: number, notReady: number) =>
    zonesOf([...zoneNodes('a', ready, notReady), ...zoneNodes('b', 1, 0)], defaultLimits).get('a');
  t.match(zone(1, 0), { state: 'Normal', rate: 0.1 });
  t.match(zone(1, 2), { state: 'Normal' }, 'two are too few');
  t.match(zone(2, 3), { state: 'PartialDisruption', rate: 0 }, 'a small zone keeps its pods');
  t.match(zone(3, 3), { state: 'Normal', rate: 0.1 }, 'below the share');
  t.match(zone(9, 11), { state: 'PartialDisruption', rate: 0 }, 'at the share');
  t.match(zone(20, 30), { state: 'PartialDisruption', rate: 0, size: 50 }, 'fifty are a small one');
  t.match(zone(20, 31), { state: 'PartialDisruption', rate: 0.01, size: 51 }, 'a large one goes on slowly');
  t.match(zone(0, 4), { state: 'FullDisruption', rate: 0.1 }, 'others live: the zone is lost');
});

t.test('when every zone is down no pod is evicted', async (t) => {
  const zones = zonesOf([...zoneNodes('a', 0, 1), ...zoneNodes('b', 0, 5)], defaultLimits);
  t.ok(isAllDown(zones));
  t.strictSame(
    [...zones.values()].map(({ rate }) => rate),
    [0, 0],
  );
  t.notOk(isAllDown(zonesOf([], defaultLimits)), 'no node is no disruption');
});

t.test('one node of a zone at once, the next after the interval', async (t) => {
  const pace = new EvictionPace();
  t.ok(pace.isFree('a', 0.1, 0));
  pace.take('a', 0);
  t.notOk(pace.isFree('a', 0.1, 9_999));
  t.ok(pace.isFree('b', 0.1, 0), 'zones do not wait for each other');
  t.ok(pace.isFree('a', 0.1, 10_000));
  t.notOk(pace.isFree('a', 0, 1e9), 'never, at rate 0');
  pace.keepOnly(new Map([['b', 0]]));
  t.ok(pace.isFree('a', 0.1, 1), 'a zone that was gone starts afresh');
});

for (const id of vendorIds) {
  t.test(`zone and old labels come from the labels of the node, with ${id}`, async (t) => {
    const vendor = vendorOf(id);
    const label = (name: string) => vendor.fill(name);
    const node = (labels: Record<string, string>) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n', labels },
    });
    const name = zoneNames(vendor);
    t.equal(name(node({})), ':');
    const [region, zone] = [label('topology.{label}/region'), label('topology.{label}/zone')];
    t.equal(name(node({ [region]: 'r', [zone]: 'z' })), 'r:z');
    t.equal(name(node({ [label('failure-domain.beta.{label}/zone')]: 'old' })), ':old');
    const following = followingLabels(vendor);
    const [os, oldOs] = [label('{label}/os'), label('beta.{label}/os')];
    t.strictSame(following(node({ [os]: 'linux' })), { [oldOs]: 'linux' });
    t.equal(following(node({ [os]: 'linux', [oldOs]: 'linux' })), undefined);
    t.equal(following(node({ [oldOs]: 'linux' })), undefined, 'nothing to follow');
  });
}

t.test('zones are figures, and those without nodes are not', async (t) => {
  const metrics = createMetrics();
  const observer = nodeMetrics(metrics);
  observer.zones(zonesOf([...zoneNodes('a', 3, 1), ...zoneNodes('b', 1, 0)], defaultLimits));
  observer.evicting('a');
  const text = await metrics.render();
  t.match(text, 'node_collector_zone_size{zone="a"} 4');
  t.match(text, 'node_collector_zone_health{zone="a"} 75');
  t.match(text, 'node_collector_unhealthy_nodes_in_zone{zone="a"} 1');
  t.match(text, 'node_collector_evictions_total{zone="a"} 1');
  observer.zones(zonesOf(zoneNodes('b', 1, 0), defaultLimits));
  t.notMatch(await metrics.render(), 'zone_size{zone="a"}');
});
