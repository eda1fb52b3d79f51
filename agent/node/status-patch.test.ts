import t from 'tap';
import type { Node, NodeCondition, NodeStatus } from './node.ts';
import { nextNodeStatus } from './node-status.ts';
import { sampleInput } from '../../fixtures/agent/host.fixture.ts';
import { differsBesidesHeartbeats, nodeStatusPatch } from './status-patch.ts';

const nodeOf = (status: NodeStatus, labels: Record<string, string> = {}): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1', labels },
  status,
});
const status = nextNodeStatus(sampleInput);

t.test('equal nodes make no patch', async (t) => {
  t.equal(nodeStatusPatch(nodeOf(status), nodeOf(structuredClone(status))), undefined);
});

t.test('later heartbeats are a patch of the conditions by type and in order, and no other difference', async (t) => {
  const later = nextNodeStatus({ ...sampleInput, before: status, now: sampleInput.now + 1000 });
  t.notOk(differsBesidesHeartbeats(nodeOf(status), nodeOf(later)));
  const silent = (status.conditions ?? []).map(({ lastHeartbeatTime: _time, ...rest }) => rest as NodeCondition);
  t.notOk(differsBesidesHeartbeats(nodeOf(status), nodeOf({ ...status, conditions: silent })), 'nor a missing one');
  t.notOk(differsBesidesHeartbeats(nodeOf({ ...status, conditions: silent }), nodeOf(status)));
  const turned = { ...later, conditions: (later.conditions ?? []).map((one) => ({ ...one, reason: 'Other' })) };
  t.ok(differsBesidesHeartbeats(nodeOf(status), nodeOf(turned)));
  const types = ['NetworkUnavailable', 'MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];
  t.strictSame(nodeStatusPatch(nodeOf(status), nodeOf(later)), {
    status: {
      '$setElementOrder/conditions': types.map((type) => ({ type })),
      conditions: types.map((type) => ({ type, lastHeartbeatTime: '2026-01-01T00:00:01Z' })),
    },
  });
});

t.test('addresses are replaced whole, maps by key, and what is gone is removed', async (t) => {
  const before: NodeStatus = { ...status, capacity: { cpu: '2', old: '1' }, images: [{ names: ['a'], sizeBytes: 1 }] };
  const addresses = [{ type: 'InternalIP', address: '192.0.2.8' }];
  const after: NodeStatus = { ...status, capacity: { cpu: '4' }, images: [], addresses };
  t.strictSame(nodeStatusPatch(nodeOf(before), nodeOf(after, { a: 'b' })), {
    metadata: { labels: { a: 'b' } },
    status: { capacity: { cpu: '4', old: null }, images: [], addresses: [...addresses, { $patch: 'replace' }] },
  });
});

t.test('an empty list or map is the same as none', async (t) => {
  const { images: _, ...without } = status;
  t.equal(nodeStatusPatch(nodeOf({ ...without, volumesInUse: [] }), nodeOf({ ...without, images: [] })), undefined);
});

t.test('a condition that is gone is deleted by its type', async (t) => {
  const patch = nodeStatusPatch(nodeOf(status), nodeOf({ ...status, conditions: (status.conditions ?? []).slice(1) }));
  t.match(patch, { status: { conditions: [{ $patch: 'delete', type: 'NetworkUnavailable' }] } });
});
