import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-user-objects',
  title: 'Normal users MUST NOT be objects of the API.',
  requirements: ['AUTHN-015'],
  async run(c) {
    expectStatus(await c.wire.get('/api/v1/users'), 404);
    expectStatus(await c.wire.get('/api/v1/groups'), 404);
  },
} satisfies Case;
