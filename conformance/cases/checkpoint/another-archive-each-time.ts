import { expectArray } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'another-archive-each-time',
  title: 'A timeout in seconds, of zero, or none MUST be accepted, and each checkpoint MUST have its own archive.',
  requirements: ['CKPT-018'],
  needs: ['launch-agent', 'agent-container'],
  async run(c) {
    const { namespace, pod, container } = c.agentContainer;
    const { wire } = await c.launchAgent({ flags: [] });
    const paths: unknown[] = [];
    for (const query of ['', '?timeout=0', '?timeout=60']) {
      const made = await wire.post(`/checkpoint/${namespace}/${pod}/${container}${query}`, undefined);
      expectStatus(made, 200);
      paths.push(...expectArray(made, 'items'));
    }
    expectDifferent('second archive', paths[1], paths[0]);
    expectDifferent('third archive', paths[2], paths[1]);
    expectDifferent('third archive', paths[2], paths[0]);
  },
} satisfies Case;
