import { expectText } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { serviceAccount } from '../manifests.ts';
import { made } from '../stock.ts';

export default {
  id: 'needs-right',
  title: 'A caller without the right to impersonate MUST get 403.',
  requirements: ['IMP-013', 'IMP-022'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    await made(c, accounts.collection, serviceAccount('robot'));
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const token = expectText(
      await made(c, accounts.item('robot', 'token'), { apiVersion: groupVersion, kind: 'TokenRequest', spec: {} }),
      'status.token',
    );
    const acting = c.withToken(token).withHeaders({ 'impersonate-user': 'jane' });
    expectFailure(await acting.get('/api'), 403, 'Forbidden');
    expectOk(await c.withToken(token).get('/api'));
  },
} satisfies Case;
