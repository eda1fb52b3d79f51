import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'needs-the-right',
  title: 'The agent MUST refuse a checkpoint call of a caller without permission.',
  requirements: ['CKPT-026', 'CKPT-028U'],
  needs: ['agent', 'namespace', 'rbac'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'nobody' } };
    expectCreated(await c.wire.post(accounts.collection, account));
    const request = { apiVersion: c.vendor.fill('authentication.{api}/v1'), kind: 'TokenRequest', spec: {} };
    const made = await c.wire.post(`${accounts.item('nobody')}/token`, request);
    expectCreated(made);
    const nobody = c.agentAnonymous.withHeaders({ authorization: `Bearer ${expectText(made, 'status.token')}` });
    // A 404 would show that the call was let in: there is no such pod.
    expectStatus(await nobody.post('/checkpoint/default/pod/container', undefined), 401, 403);
  },
} satisfies Case;
