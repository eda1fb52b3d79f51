import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'token-before-authorization',
  title: 'A bad token MUST be answered 401 also where no caller is allowed, before authorization.',
  requirements: ['AUTHZ-007', 'IMP-011'],
  async run(c) {
    expectStatus(await c.withToken('nonsense').delete('/api/v1/namespaces/default'), 401);
    const acting = c.withToken('nonsense').withHeaders({ 'impersonate-user': 'somebody' });
    expectStatus(await acting.get('/api/v1/namespaces'), 401);
  },
} satisfies Case;
