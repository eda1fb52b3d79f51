import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gate-off',
  title: 'With the gate ContainerCheckpoint off a checkpoint call MUST be answered 404, and by default it is on.',
  requirements: ['CKPT-003', 'CKPT-020'],
  needs: ['launch-agent', 'agent-container'],
  async run(c) {
    const { namespace, pod, container } = c.agentContainer;
    const off = await c.launchAgent({ flags: ['--feature-gates=ContainerCheckpoint=false'] });
    expectStatus(await off.wire.post(`/checkpoint/${namespace}/${pod}/${container}`, undefined), 404);
    const on = await c.launchAgent({ flags: [] });
    expectStatus(await on.wire.post(`/checkpoint/${namespace}/${pod}/${container}`, undefined), 200);
  },
} satisfies Case;
