import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'needs-authentication',
  title: 'A checkpoint call without credentials MUST be answered 401.',
  requirements: ['CKPT-019', 'CKPT-026'],
  needs: ['agent'],
  async run(c) {
    expectStatus(await c.agentAnonymous.post('/checkpoint/default/pod/container', undefined), 401);
  },
} satisfies Case;
