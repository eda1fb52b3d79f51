import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'only-post',
  title: 'A checkpoint MUST be asked for by POST.',
  requirements: ['CKPT-001', 'CKPT-002'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    expectStatus(await c.agent.get('/checkpoint/default/pod/container'), 404, 405);
  },
} satisfies Case;
