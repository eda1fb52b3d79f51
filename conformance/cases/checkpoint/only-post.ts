import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'only-post',
  title: 'A checkpoint MUST be asked for by POST.',
  requirements: ['CKPT-002'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const path = '/checkpoint/default/no-such-pod/container';
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expectStatus(await c.agent.send(method, path, undefined), 404, 405);
    }
  },
} satisfies Case;
