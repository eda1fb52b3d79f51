import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'token-dies-with-account',
  title: 'A token MUST become invalid when its service account is deleted.',
  requirements: ['AUTHN-013', 'AUTHN-058'],
  needs: ['namespace'],
  async run(c) {
    const token = await robotToken(c);
    const accounts = c.resource('v1', 'serviceaccounts');
    expectOk(await c.withToken(token).get('/api'));
    expectDeleted(await c.wire.delete(accounts.item('robot')));
    await c.eventually(async () => expectStatus(await c.withToken(token).get('/api'), 401));
    // A new account of this name is another account.
    const again = await robotToken(c);
    await c.eventually(async () => expectOk(await c.withToken(again).get('/api')));
    expectStatus(await c.withToken(token).get('/api'), 401);
  },
} satisfies Case;
