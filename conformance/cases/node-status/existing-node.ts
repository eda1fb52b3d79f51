import { createObject } from '../../fixtures/created-objects.ts';
import { agentPatience, expectRegistersAgain, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case } from '../../contract/case.ts';
import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'existing-node',
  title:
    'An agent MUST take over a node that exists, also one that takes the place of its own and when it may create none, correct the labels of its host, and keep what others added.',
  requirements: ['NSTAT-001', 'NSTAT-003', 'NSTAT-005'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const name = c.unique('node');
    const nodes = c.clusterResource('v1', 'nodes');
    const hostName = c.vendor.fill('{label}/hostname');
    const labels = { [hostName]: 'another', 'example.test/of-another': 'x' };
    const annotations = { 'example.test/of-another': 'y' };
    const spec = { taints: [{ key: 'example.test/by-hand', effect: 'PreferNoSchedule' }] };
    const metadata = { name, labels, annotations };
    const before = await createObject(c, nodes.collection, { apiVersion: 'v1', kind: 'Node', metadata, spec });
    // Addresses for documents, which no host has.
    const foreign = ['InternalIP', 'ExternalIP'].map((type, index) => ({ type, address: `203.0.113.${index + 1}` }));
    const written = { status: { addresses: foreign } };
    expectOk(await c.wire.patch(nodes.item(name, 'status'), 'strategic', written));
    const configuration = { nodeStatusUpdateFrequency: '1s' };
    await withJoinedAgent(c, { name, configuration }, async (joined) => {
      await joined.untilReady();
      const node = await c.wire.get(joined.node);
      expectOk(node);
      expectField(node, 'metadata.uid', fieldOf(before, 'metadata.uid'));
      expectField(node, ['metadata', 'labels', hostName], name);
      expectField(node, ['metadata', 'labels', c.vendor.fill('{label}/os')], process.platform);
      expectField(node, ['metadata', 'labels', 'example.test/of-another'], 'x');
      expectField(node, ['metadata', 'annotations', 'example.test/of-another'], 'y');
      await c.holds('NSTAT-005', async () => {
        const wanted = { type: c.vendor.behaviour.hostNameAddress, address: name };
        const found = expectArray(node, 'status.addresses').filter((one) => fieldOf(one, 'type') === wanted.type);
        expectEqual('addresses by the host name', found, [wanted]);
        const left = expectArray(node, 'status.addresses').map((one) => fieldOf(one, 'address'));
        expectEqual(
          'addresses of another host',
          left.filter((one) => String(one).startsWith('203.0.113.')),
          [],
        );
      });
      const taints = fieldOf(node, 'spec.taints') as readonly unknown[];
      expectField(
        { kept: taints.filter((taint) => fieldOf(taint, 'key') === 'example.test/by-hand') },
        'kept',
        spec.taints,
      );
      await c.holds('NSTAT-001', async () => {
        // It may create none now, and finds the one that another made.
        joined.service.refuses = ({ method, path }) => method === 'POST' && path === '/api/v1/nodes' && 403;
        const begun = joined.service.requests.length;
        expectDeleted(await c.wire.delete(joined.node));
        await c.eventually(async () => expectRegistersAgain(joined, begun), agentPatience);
        const next = await createObject(c, nodes.collection, { apiVersion: 'v1', kind: 'Node', metadata });
        await c.eventually(async () => {
          const found = await c.wire.get(joined.node);
          expectOk(found);
          expectField(found, 'metadata.uid', fieldOf(next, 'metadata.uid'));
          expectField(found, ['metadata', 'labels', hostName], name);
          expectField(found, ['metadata', 'labels', 'example.test/of-another'], 'x');
          const ready = expectArray(found, 'status.conditions').find((one) => fieldOf(one, 'type') === 'Ready');
          expectEqual('Ready', fieldOf(ready, 'status'), 'True');
        }, agentPatience);
      });
    });
  },
} satisfies Case;
