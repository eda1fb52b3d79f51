import { createObject } from '../../fixtures/created-objects.ts';
import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const condition = {
  type: 'ConformanceTest',
  status: 'False',
  reason: 'OfAnother',
  message: 'of another writer',
  lastHeartbeatTime: '2026-01-01T00:00:00Z',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const taint = { key: 'example.test/by-hand', value: 'kept', effect: 'PreferNoSchedule' };

export default {
  id: 'taken-over',
  title:
    'An agent that finds its node MUST correct the labels and annotations of its own and its status, and MUST leave taints, provider, scheduling and other labels as they are, whatever its flags say of a new node.',
  requirements: ['NSTAT-001', 'NSTAT-003', 'NSTAT-005', 'NSTAT-011'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await c.holds(['NSTAT-001', 'NSTAT-003', 'NSTAT-005', 'NSTAT-011'], () => keepsTheirs(c));
    await c.holds('NSTAT-001', () => waitsForItsNode(c));
  },
} satisfies Case;

async function keepsTheirs(c: CaseContext): Promise<void> {
  const name = c.unique('node');
  const fill = (text: string) => c.vendor.fill(text);
  const own = ['{label}/hostname', '{label}/os', '{label}/arch', 'beta.{label}/os', 'beta.{label}/arch'].map(fill);
  const zone = fill('topology.{label}/zone');
  const [attached, provided] = [
    'volumes.{label}/controller-managed-attach-detach',
    'alpha.{label}/provided-node-ip',
  ].map(fill) as [string, string];
  const nodes = c.clusterResource('v1', 'nodes');
  const before = await createObject(c, nodes.collection, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        ...Object.fromEntries(own.map((label) => [label, 'wrong'])),
        [zone]: 'wrong',
        'example.test/flag': 'by-hand',
        'example.test/of-another': 'x',
      },
      annotations: { [attached]: 'false', [provided]: '192.0.2.9', 'example.test/of-another': 'y' },
    },
    spec: { providerID: 'conformance://kept', unschedulable: true, taints: [taint] },
  });
  const capacity = { 'hugepages-3Mi': '6Mi', 'example.test/thing': '3', cpu: '999', pods: '1' };
  const status = {
    conditions: [condition],
    capacity,
    allocatable: { ...capacity, 'example.test/thing': '1' },
    addresses: [{ type: 'InternalIP', address: '192.0.2.9' }],
    nodeInfo: { kernelVersion: 'old', machineID: 'old' },
    images: [{ names: ['example.test/old:1'], sizeBytes: 1 }],
  };
  expectOk(await c.wire.patch(nodes.item(name, 'status'), 'merge', { status }));
  const flags = [
    `--hostname-override=${name}`,
    '--provider-id=conformance://of-the-flag',
    '--cloud-provider=external',
    '--register-with-taints=example.test/flag=x:NoExecute',
    `--node-labels=${zone}=here,example.test/flag=of-the-flag`,
  ];
  await withJoinedAgent(c, { name, flags, configuration: { nodeStatusUpdateFrequency: '1s' } }, async (joined) => {
    await joined.untilReady();
    const node = await c.eventually(async () => {
      const found = await read(c, joined);
      expectField(found, ['status', 'allocatable', 'example.test/thing'], '3');
      expectField(found, ['metadata', 'labels', zone], 'here');
      return found;
    }, agentPatience);
    expectField(node, 'metadata.uid', fieldOf(before, 'metadata.uid'));
    const architecture = fieldOf(node, 'status.nodeInfo.architecture');
    for (const [label, value] of own.map((label) => [label, label.endsWith('/os') ? process.platform : architecture]))
      expectField(node, ['metadata', 'labels', String(label)], label === own[0] ? name : value);
    for (const [label, value] of [
      ['example.test/flag', 'by-hand'],
      ['example.test/of-another', 'x'],
    ] as const)
      expectField(node, ['metadata', 'labels', label], value);
    expectField(node, ['metadata', 'annotations', attached], 'true');
    expectField(node, ['metadata', 'annotations', provided], undefined);
    expectField(node, ['metadata', 'annotations', 'example.test/of-another'], 'y');
    expectField(node, 'spec.providerID', 'conformance://kept');
    expectField(node, 'spec.unschedulable', true);
    const taints = expectArray(node, 'spec.taints').filter((one) =>
      String(fieldOf(one, 'key')).startsWith('example.test/'),
    );
    expectEqual('taints', taints, [taint]);
    await expectCurrent(node);
    const tries = joined.service.requests.filter(({ method, path }) => method === 'POST' && path === '/api/v1/nodes');
    expectEqual(
      'attempts to create the node',
      tries.map((one) => one.status),
      [409],
    );
  });
}

/** The status is that of the host, with what others wrote of things that the agent does not know. */
async function expectCurrent(node: Exchange): Promise<void> {
  const kept = expectArray(node, 'status.conditions').find((one) => fieldOf(one, 'type') === condition.type);
  expectEqual('condition of another', kept, condition);
  expectField(node, ['status', 'capacity', 'example.test/thing'], '3');
  for (const list of ['capacity', 'allocatable']) {
    expectField(node, ['status', list, 'hugepages-3Mi'], undefined);
    for (const [resource, value] of Object.entries({ cpu: '999', pods: '1' })) {
      const found = fieldOf(node, ['status', list, resource]);
      expectThat(`${resource} in ${list}`, found !== undefined && found !== value, 'that of the host', found);
    }
  }
  for (const field of ['kernelVersion', 'machineID']) {
    const found = fieldOf(node, ['status', 'nodeInfo', field]);
    expectThat(field, found !== 'old', 'that of the host', found);
  }
  const names = JSON.stringify(fieldOf(node, 'status.images') ?? []);
  expectThat('images', !names.includes('example.test/old'), 'those of the runtime', names);
}

/** Neither may it create its node nor is there one: it goes on asking, and takes the one that comes. */
async function waitsForItsNode(c: CaseContext): Promise<void> {
  const name = c.unique('node');
  const refusals = [403, 409, 500, 403];
  const prepare = (service: JoinedAgent['service']) => {
    service.refuses = ({ method, path }) => method === 'POST' && path === '/api/v1/nodes' && (refusals.shift() ?? 403);
  };
  await withJoinedAgent(c, { name, prepare, configuration: { nodeStatusUpdateFrequency: '1s' } }, async (joined) => {
    await c.eventually(async () => expectEqual('refusals that are left', refusals, []), agentPatience);
    await createObject(c, c.clusterResource('v1', 'nodes').collection, {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name },
    });
    await joined.untilReady();
    const node = await read(c, joined);
    expectField(node, ['metadata', 'labels', c.vendor.fill('{label}/hostname')], name);
  });
}

async function read(c: CaseContext, { node }: JoinedAgent): Promise<Exchange> {
  const found = await c.wire.get(node);
  expectOk(found);
  return found;
}
