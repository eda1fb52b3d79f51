import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { allowingAll } from '../../fixtures/launches.ts';

export default {
  id: 'anonymous-needs-rights',
  title: 'With AlwaysAllow a request without credentials SHOULD be refused by default.',
  requirements: ['AUTHN-060'],
  launch: allowingAll,
  async run(c) {
    expectStatus(await c.anonymous.get('/api/v1/nodes'), 401);
    expectOk(await c.wire.get('/api/v1/nodes'));
  },
} satisfies Case;
