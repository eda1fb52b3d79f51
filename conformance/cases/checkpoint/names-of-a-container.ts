import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'names-of-a-container',
  title: 'A checkpoint call MUST be answered 404 when its namespace, pod or container is unknown or missing.',
  requirements: ['CKPT-004', 'CKPT-005', 'CKPT-006', 'CKPT-021', 'CKPT-022', 'CKPT-023', 'ERR-030'],
  needs: ['launch-agent', 'agent-container'],
  async run(c) {
    const { namespace, pod, container } = c.agentContainer;
    const { wire } = await c.launchAgent({ flags: [] });
    for (const path of [
      `no-such-namespace/${pod}/${container}`,
      `${namespace}/no-such-pod/${container}`,
      `${namespace}/${pod}/no-such-container`,
      `${namespace}/${pod}`,
      namespace,
    ]) {
      expectStatus(await wire.post(`/checkpoint/${path}`, undefined), 404);
    }
    expectStatus(await wire.get(`/checkpoint/${namespace}/${pod}/${container}`), 404, 405);
    expectStatus(await wire.post(`/checkpoint/${namespace}/${pod}/${container}`, undefined), 200);
  },
} satisfies Case;
