import { networkInterfaces } from 'node:os';
import { createObject } from '../../fixtures/created-objects.ts';
import { withFlagOfSome } from '../../fixtures/agent/refusing-agent.ts';
import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectAbsent, expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers, expectThat } from '../../wire/expect/value.ts';

const configuration = { nodeStatusUpdateFrequency: '1s', nodeLeaseDurationSeconds: 8 };

export default {
  id: 'registered-by-flags',
  title:
    'An agent MUST register its node with the identity and taints of its flags, MUST leave the addresses of a cloud to its controller, and MUST NOT register a node that it must not.',
  requirements: ['NSTAT-001', 'NSTAT-003', 'NSTAT-005', 'NSTAT-008'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await c.holds(['NSTAT-001', 'NSTAT-005', 'NSTAT-008'], () => ofCloud(c));
    await c.holds(['NSTAT-001', 'NSTAT-003'], () => unregistered(c));
    await c.holds('NSTAT-001', () => unschedulable(c));
  },
} satisfies Case;

async function ofCloud(c: CaseContext): Promise<void> {
  const name = c.unique('node');
  const address = Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  const flags = [
    `--hostname-override=${name}`,
    '--provider-id=conformance://machine-1',
    '--cloud-provider=external',
    '--register-with-taints=example.test/own=x:PreferNoSchedule',
    `--node-labels=${c.vendor.fill('{label}/hostname')}=another,example.test/place=here`,
    ...(address === undefined ? [] : [`--node-ip=${address}`]),
  ];
  await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
    await joined.untilReady();
    const node = await read(c, joined);
    expectField(node, 'spec.providerID', 'conformance://machine-1');
    expectAbsent(node, 'spec.unschedulable');
    const taints = expectArray(node, 'spec.taints').filter(
      (taint) => fieldOf(taint, 'key') !== c.vendor.fill('node.{label}/not-ready'),
    );
    expectSameMembers('taints', taints, [
      { key: 'example.test/own', value: 'x', effect: 'PreferNoSchedule' },
      { key: c.vendor.fill('node.cloudprovider.{label}/uninitialized'), value: 'true', effect: 'NoSchedule' },
    ]);
    expectField(node, ['metadata', 'labels', c.vendor.fill('{label}/hostname')], 'another');
    expectField(node, ['metadata', 'labels', 'example.test/place'], 'here');
    const annotations = Object.entries(fieldOf(node, 'metadata.annotations') ?? {});
    const attached = c.vendor.fill('volumes.{label}/controller-managed-attach-detach');
    expectThat(
      'annotations',
      annotations.some(([key, value]) => key === attached && value === 'true'),
      `${attached}: true`,
      annotations,
    );
    if (address === undefined) return;
    expectField(node, ['metadata', 'annotations', c.vendor.fill('alpha.{label}/provided-node-ip')], address);
    // What the controller of the cloud has written stays, although the agent knows other addresses of its host.
    const addresses = [
      { type: 'ExternalIP', address: '198.51.100.7' },
      { type: 'InternalIP', address },
      { type: c.vendor.behaviour.hostNameAddress, address: name },
    ];
    // A capacity that the agent takes over shows that it has written its status since.
    const status = { addresses, capacity: { 'example.test/thing': '3' } };
    expectOk(await c.wire.patch(`${joined.node}/status`, 'merge', { status }));
    const after = await c.eventually(async () => {
      const found = await read(c, joined);
      expectField(found, ['status', 'allocatable', 'example.test/thing'], '3');
      return found;
    }, agentPatience);
    expectEqual('addresses by the controller of the cloud', expectArray(after, 'status.addresses'), addresses);
  });
}

async function unschedulable(c: CaseContext): Promise<void> {
  const name = c.unique('node');
  const flags = [`--hostname-override=${name}`, '--register-schedulable=false'];
  const work = withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
    await joined.untilReady();
    const node = await read(c, joined);
    expectField(node, 'spec.unschedulable', true);
    const taint = { key: c.vendor.fill('node.{label}/unschedulable'), effect: 'NoSchedule' };
    const found = expectArray(node, 'spec.taints').filter((one) => fieldOf(one, 'key') === taint.key);
    expectEqual('taints of the flag', found, [taint]);
  });
  await withFlagOfSome('--register-schedulable', work);
}

async function unregistered(c: CaseContext): Promise<void> {
  const name = c.unique('node');
  const flags = [`--hostname-override=${name}`, '--register-node=false', '--node-labels=example.test/place=here'];
  await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
    const isOfNode = ({ path }: { readonly path: string }) => path === joined.node;
    await c.eventually(async () => {
      const asked = joined.service.requests.filter(isOfNode);
      expectThat('questions about the node', asked.length >= 3, '3 or more', asked.length);
    }, agentPatience);
    expectStatus(await c.wire.get(joined.node), 404);
    const metadata = { name, labels: { 'example.test/by': 'hand' } };
    const made = await createObject(c, c.clusterResource('v1', 'nodes').collection, {
      apiVersion: 'v1',
      kind: 'Node',
      metadata,
    });
    await joined.untilReady();
    const node = await read(c, joined);
    expectField(node, 'metadata.uid', fieldOf(made, 'metadata.uid'));
    expectField(node, ['metadata', 'labels', 'example.test/by'], 'hand');
    expectAbsent(node, ['metadata', 'labels', 'example.test/place']);
    const tries = joined.service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/v1/nodes');
    expectEqual('attempts to create the node', tries, []);
  });
}

async function read(c: CaseContext, { node }: JoinedAgent): Promise<Exchange> {
  const found = await c.wire.get(node);
  expectOk(found);
  return found;
}
