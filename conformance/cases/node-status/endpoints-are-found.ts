import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoints-are-found',
  title:
    'An agent SHOULD redirect paths without their last slash, and answer unknown paths with 404 and HEAD of lists with 405.',
  requirements: ['NSTAT-002'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    for (const [path, place] of [
      ['/runningpods', '/runningpods/'],
      ['/stats', '/stats/'],
      ['/logs?x=1', '/logs/?x=1'],
      ['//pods', '/pods'],
    ] as const) {
      const answer = await c.agent.get(path);
      expectThat(`status of ${path}`, [301, 307].includes(answer.status), '301 or 307', answer.status);
      expectEqual(`location of ${path}`, answer.header('location'), place);
    }
    expectStatus(await c.agentAnonymous.get('/no-such-path'), 404);
    expectStatus(await c.agentAnonymous.get('/stats/no-such-path'), 401);
    expectStatus(await c.agent.get('/stats/no-such-path'), 404);
    expectStatus(await c.agent.get('/healthz/'), 404);
    expectStatus(await c.agent.send('HEAD', '/pods', undefined), 405);
    expectStatus(await c.agent.send('HEAD', '/healthz', undefined), 200);
  },
} satisfies Case;
