import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectField, expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Seconds. The agent renews four times in it. */
const duration = 8;

export default {
  id: 'lease-form',
  title:
    'The lease of a node MUST have its name, holder, duration and owner, and MUST be renewed four times in its duration.',
  requirements: ['NSTAT-028', 'NSTAT-033U'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withJoinedAgent(c, { configuration: { nodeLeaseDurationSeconds: duration } }, async (joined) => {
      await joined.untilReady();
      const node = await c.wire.get(joined.node);
      expectOk(node);
      const name = fieldOf(node, 'metadata.name');
      const owner = { apiVersion: 'v1', kind: 'Node', name, uid: fieldOf(node, 'metadata.uid') };
      const isOfNode = (lease: Exchange) => {
        expectField(lease, 'metadata.ownerReferences', [owner]);
        expectField(lease, 'spec.holderIdentity', name);
        expectField(lease, 'spec.leaseDurationSeconds', duration);
        expectPattern(lease, 'spec.renewTime', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
        const age = Date.now() - Date.parse(String(fieldOf(lease, 'spec.renewTime')));
        expectThat('milliseconds since the renewal', age > -1_000 && age < agentPatience, 'few', age);
      };
      await c.holds('NSTAT-033U', async () => isOfNode(await leaseAfter(c, joined)));
      await c.holds('NSTAT-028', () => isRenewedInTime(c, joined));
      await c.holds('NSTAT-028', async () => {
        // Another writer's change is no reason to stop, and its fields stay. Whether the holder does is open.
        const another = await ownerOfAnother(c);
        const change = {
          metadata: { labels: { 'example.test/of-another': 'x' }, ownerReferences: [owner, another] },
          spec: { holderIdentity: 'another', leaseDurationSeconds: 3600, leaseTransitions: 7 },
        };
        expectOk(await c.wire.patch(joined.lease, 'merge', change));
        const renewed = await leaseAfter(c, joined);
        expectField(renewed, 'metadata.ownerReferences', [owner, another]);
        expectField(renewed, ['metadata', 'labels', 'example.test/of-another'], 'x');
        expectField(renewed, 'spec.leaseTransitions', 7);
        expectReread(joined);
        expectDeleted(await c.wire.delete(joined.lease));
        isOfNode(await c.eventually(() => readLease(c, joined), agentPatience));
        await replacesOwner(c, joined, owner);
      });
    });
  },
} satisfies Case;

async function readLease(c: CaseContext, { lease }: JoinedAgent): Promise<Exchange> {
  const found = await c.wire.get(lease);
  expectOk(found);
  return found;
}

/** After a conflict the agent reads the lease before it writes again. Nothing to judge when it met none. */
function expectReread({ service, lease }: JoinedAgent): void {
  const requests = service.requests.filter(({ path }) => path === lease);
  const after = requests.flatMap(({ status }, index) => (status === 409 ? [requests[index + 1]?.method] : []));
  for (const method of after) expectEqual('request for the lease after a conflict', method, 'GET');
}

/** A node of the same name that is gone owns the lease no longer: the agent mends that, or a collector deletes it and it makes another. */
async function replacesOwner(c: CaseContext, joined: JoinedAgent, owner: object): Promise<void> {
  const gone = { ...owner, uid: '00000000-0000-4000-8000-000000000000' };
  expectOk(await c.wire.patch(joined.lease, 'merge', { metadata: { ownerReferences: [gone] } }));
  await c.eventually(async () => {
    expectField(await readLease(c, joined), 'metadata.ownerReferences', [owner]);
  }, agentPatience);
}

/** A reference to an object that exists, so that no collector removes it. */
async function ownerOfAnother(c: CaseContext): Promise<object> {
  const found = await c.wire.get(c.clusterResource('v1', 'namespaces').item('default'));
  expectOk(found);
  return { apiVersion: 'v1', kind: 'Namespace', name: 'default', uid: fieldOf(found, 'metadata.uid') };
}

/** The lease after one more renewal. */
async function leaseAfter(c: CaseContext, joined: JoinedAgent): Promise<Exchange> {
  const before = fieldOf(await c.eventually(() => readLease(c, joined), agentPatience), 'spec.renewTime');
  return c.eventually(async () => {
    const lease = await readLease(c, joined);
    expectThat('renewal', fieldOf(lease, 'spec.renewTime') !== before, 'another time', before);
    return lease;
  }, agentPatience);
}

/** Three pauses in a row by their mean, because a renewal that is late shortens the next pause. Any three may fit. */
async function isRenewedInTime(c: CaseContext, joined: JoinedAgent): Promise<void> {
  const [least, most] = [0.95 * (duration / 4), 1.2 * (duration / 4)];
  const times: number[] = [];
  const mean = () => ((times.at(-1) ?? 0) - (times.at(-4) ?? 0)) / 3000;
  const fits = () => times.length >= 4 && mean() >= least && mean() < most;
  while (!fits() && times.length < 10) {
    times.push(Date.parse(String(fieldOf(await leaseAfter(c, joined), 'spec.renewTime'))));
  }
  expectThat('seconds between renewals', fits(), `${duration / 4} or a little more`, mean());
}
