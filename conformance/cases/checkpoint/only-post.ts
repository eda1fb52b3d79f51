import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'only-post',
  title: 'A checkpoint MUST be asked for by POST.',
  requirements: ['CKPT-002'],
  needs: ['launch-agent', 'agent-container'],
  async run(c) {
    // A container that runs: only there does a method that is taken for POST show.
    const { namespace, pod, container } = c.agentContainer;
    const path = `/checkpoint/${namespace}/${pod}/${container}`;
    const { wire } = await c.launchAgent({ flags: [] });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expectStatus(await wire.send(method, path, undefined), 404, 405);
    }
    expectStatus(await wire.post(path, undefined), 200);
  },
} satisfies Case;
