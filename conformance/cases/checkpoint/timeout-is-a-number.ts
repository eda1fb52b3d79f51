import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'timeout-is-a-number',
  title: 'A timeout that is not a number of seconds SHOULD be refused.',
  requirements: ['CKPT-007', 'CKPT-030U'],
  needs: ['launch-agent', 'agent-container'],
  async run(c) {
    const { namespace, pod, container } = c.agentContainer;
    const { wire } = await c.launchAgent({ flags: [] });
    for (const value of ['soon', '1.5', '10s']) {
      expectRefused(await wire.post(`/checkpoint/${namespace}/${pod}/${container}?timeout=${value}`, undefined));
    }
  },
} satisfies Case;
