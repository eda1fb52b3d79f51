import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'needs-right',
  title: 'A caller without permission to impersonate MUST get 403.',
  requirements: ['IMP-013', 'IMP-022'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const token = await robotToken(c);
    const acting = c.withToken(token).withHeaders({ 'impersonate-user': 'jane' });
    expectFailure(await acting.get('/api'), 403, 'Forbidden');
    expectOk(await c.withToken(token).get('/api'));
  },
} satisfies Case;
