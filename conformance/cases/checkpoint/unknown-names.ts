import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'unknown-names',
  title: 'A checkpoint call for an unknown namespace or pod, or without one, MUST be answered 404.',
  requirements: ['CKPT-021', 'CKPT-022', 'ERR-030', 'CKPT-004', 'CKPT-005'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    for (const path of [
      '/checkpoint/no-such-namespace/pod/container',
      '/checkpoint/default/no-such-pod/container',
      '/checkpoint/default/no-such-pod',
      '/checkpoint/default',
      '/checkpoint/',
    ]) {
      expectStatus(await c.agent.post(path, undefined), 404);
    }
  },
} satisfies Case;
