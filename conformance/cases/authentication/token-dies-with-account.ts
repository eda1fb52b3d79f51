import { expectText } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { serviceAccount } from '../manifests.ts';
import { made } from '../stock.ts';

export default {
  id: 'token-dies-with-account',
  title: 'A token MUST stop working when its service account is deleted.',
  requirements: ['AUTHN-013', 'AUTHN-042'],
  needs: ['namespace'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    await made(c, accounts.collection, serviceAccount('robot'));
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const token = expectText(
      await made(c, accounts.item('robot', 'token'), { apiVersion: groupVersion, kind: 'TokenRequest', spec: {} }),
      'status.token',
    );
    expectOk(await c.withToken(token).get('/api'));
    expectDeleted(await c.wire.delete(accounts.item('robot')));
    await c.eventually(async () => expectStatus(await c.withToken(token).get('/api'), 401));
  },
} satisfies Case;
