import { versionOf } from '../../wire/expect/list.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'own-lease',
  title: 'A node agent SHOULD be able to create, read, update and delete its own lease.',
  requirements: ['NODEAUTHZ-030U'],
  needs: ['node-authorizer'],
  async run(c) {
    const own = c.unique('node');
    const leases = c.resource('coordination.{api}/v1', 'leases', c.vendor.fill('{short}-node-lease'));
    c.removeLater(leases.item(own));
    const lease = {
      apiVersion: c.vendor.fill('coordination.{api}/v1'),
      kind: 'Lease',
      metadata: { name: own },
      spec: { holderIdentity: own, leaseDurationSeconds: 40, renewTime: '2026-01-02T03:04:05.000000Z' },
    };
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    const created = await agent.post(leases.collection, lease);
    expectCreated(created);
    expectOk(await agent.get(leases.item(own)));
    const renewed = {
      ...lease,
      metadata: { name: own, resourceVersion: versionOf(created) },
      spec: { ...lease.spec, renewTime: '2026-01-02T03:04:15.000000Z' },
    };
    expectOk(await agent.put(leases.item(own), renewed));
    const other = c.as(`system:node:${c.unique('other')}`, 'system:nodes');
    expectStatus(await other.get(leases.item(own)), 403);
    expectStatus(await other.patch(leases.item(own), 'merge', { spec: { leaseDurationSeconds: 1 } }), 403);
    expectStatus(await other.delete(leases.item(own)), 403);
    expectStatus(await agent.get(leases.collection), 403);
    expectOk(await agent.patch(leases.item(own), 'merge', { spec: { leaseDurationSeconds: 50 } }));
    expectDeleted(await agent.delete(leases.item(own)));
  },
} satisfies Case;
