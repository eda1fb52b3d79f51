import { type JoinedAgent, agentPatience, expectRegistersAgain, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectAbsent, expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const taints = [
  { key: 'example.test/first', value: 'one', effect: 'NoSchedule' },
  { key: 'example.test/second', effect: 'NoExecute' },
];

export default {
  id: 'new-node',
  title: 'An agent MUST create its node as its flags say, and again when it was deleted; what others add MUST stay.',
  requirements: ['NSTAT-001', 'NSTAT-003', 'NSTAT-005', 'NSTAT-006', 'NSTAT-008', 'NSTAT-026'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const name = c.unique('node');
    const flags = [
      `--hostname-override=${name}`,
      '--node-labels=example.test/place=here,example.test/empty=',
      '--register-with-taints=example.test/first=one:NoSchedule,example.test/second:NoExecute',
    ];
    await withJoinedAgent(c, { name, flags, configuration: { nodeStatusUpdateFrequency: '1s' } }, async (joined) => {
      await joined.untilReady();
      const first = await read(c, joined);
      for (const label of ['{label}/hostname', '{label}/os', '{label}/arch', 'beta.{label}/os', 'beta.{label}/arch']) {
        expectThat(`label ${label}`, typeof labelOf(c, first, label) === 'string', 'a value', labelsOf(first));
      }
      expectEqual('label of the host name', labelOf(c, first, '{label}/hostname'), name);
      expectEqual('label of the system', labelOf(c, first, '{label}/os'), process.platform);
      const architecture = fieldOf(first, 'status.nodeInfo.architecture');
      for (const label of ['{label}/arch', 'beta.{label}/arch']) {
        expectEqual(`label ${label}`, labelOf(c, first, label), architecture);
      }
      expectEqual('older label of the system', labelOf(c, first, 'beta.{label}/os'), process.platform);
      const attached = c.vendor.fill('volumes.{label}/controller-managed-attach-detach');
      expectField(first, ['metadata', 'annotations', attached], 'true');
      expectAbsent(first, ['metadata', 'annotations', c.vendor.fill('alpha.{label}/provided-node-ip')]);
      expectAbsent(first, 'spec.providerID');
      expectEqual('label by a flag', labelOf(c, first, 'example.test/place'), 'here');
      expectEqual('empty label by a flag', labelOf(c, first, 'example.test/empty'), '');
      expectAbsent(first, 'spec.unschedulable');
      const own = expectArray(first, 'spec.taints').filter((taint) =>
        String(fieldOf(taint, 'key')).startsWith('example.test/'),
      );
      expectEqual('taints by a flag', own, taints);
      const addresses = expectArray(first, 'status.addresses') as readonly Readonly<Record<string, string>>[];
      await c.holds(['NSTAT-005', 'NSTAT-006'], async () => {
        const last = addresses.at(-1);
        expectEqual('last address', last, { type: c.vendor.behaviour.hostNameAddress, address: name });
      });
      await c.holds('NSTAT-008', async () => {
        const types = addresses.map(({ type }) => type);
        expectThat('types of addresses', types.includes('InternalIP'), 'InternalIP among them', types);
      });
      await c.holds(['NSTAT-003', 'NSTAT-026'], () => keepsOthers(c, joined));
      await c.holds('NSTAT-001', async () => {
        const before = fieldOf(await read(c, joined), 'metadata.uid');
        const begun = joined.service.requests.length;
        expectDeleted(await c.wire.delete(joined.node));
        await c.eventually(async () => expectRegistersAgain(joined, begun), agentPatience);
        const again = await c.eventually(async () => {
          const found = await read(c, joined);
          expectThat('uid', fieldOf(found, 'metadata.uid') !== before, 'another one', before);
          return found;
        }, agentPatience);
        expectEqual('label of the next node', labelOf(c, again, 'example.test/place'), 'here');
        await joined.untilReady();
        // A lease with the uid of a node that is gone would be collected.
        await c.eventually(async () => {
          const lease = await c.wire.get(joined.lease);
          expectOk(lease);
          expectField(lease, 'metadata.ownerReferences', [
            { apiVersion: 'v1', kind: 'Node', name, uid: fieldOf(again, 'metadata.uid') },
          ]);
        }, agentPatience);
      });
    });
  },
} satisfies Case;

/** Labels, conditions and resources of others stay; labels of the system come back. */
async function keepsOthers(c: CaseContext, joined: JoinedAgent): Promise<void> {
  const condition = {
    type: 'ConformanceTest',
    status: 'True',
    reason: 'OfAnother',
    message: 'of another writer',
    lastHeartbeatTime: '2026-01-01T00:00:00Z',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
  const resource = { 'example.test/thing': '3' };
  const status = { conditions: [condition], capacity: resource };
  expectOk(await c.wire.patch(`${joined.node}/status`, 'strategic', { status }));
  const labels = { 'example.test/of-another': 'x', [c.vendor.fill('{label}/os')]: 'conformance' };
  expectOk(await c.wire.patch(joined.node, 'merge', { metadata: { labels }, spec: { unschedulable: true } }));
  const after = await c.eventually(async () => {
    const found = await read(c, joined);
    expectEqual('label of the system', labelOf(c, found, '{label}/os'), process.platform);
    // Allocatable of it shows that the agent has written since.
    expectField(found, ['status', 'allocatable', 'example.test/thing'], '3');
    return found;
  }, agentPatience);
  expectEqual('label of another', labelOf(c, after, 'example.test/of-another'), 'x');
  expectField(after, ['status', 'capacity', 'example.test/thing'], '3');
  expectField(after, 'spec.unschedulable', true);
  const kept = expectArray(after, 'status.conditions').find((one) => fieldOf(one, 'type') === condition.type);
  expectEqual('condition of another', kept, condition);
}

async function read(c: CaseContext, { node }: JoinedAgent): Promise<Exchange> {
  const found = await c.wire.get(node);
  expectOk(found);
  return found;
}

function labelsOf(node: Exchange): Readonly<Record<string, unknown>> {
  return (fieldOf(node, 'metadata.labels') ?? {}) as Readonly<Record<string, unknown>>;
}

function labelOf(c: CaseContext, node: Exchange, name: string): unknown {
  return labelsOf(node)[c.vendor.fill(name)];
}
