import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'needs-authentication',
  title: 'A checkpoint call without credentials, or with a token that is none, MUST be answered 401.',
  requirements: ['CKPT-019', 'CKPT-026'],
  needs: ['agent'],
  async run(c) {
    const wrong = c.agentAnonymous.withHeaders({ authorization: 'Bearer conformance' });
    for (const caller of [c.agentAnonymous, wrong])
      expectStatus(await caller.post('/checkpoint/default/pod/container', undefined), 401);
  },
} satisfies Case;
