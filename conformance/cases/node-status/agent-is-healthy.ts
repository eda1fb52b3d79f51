import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'agent-is-healthy',
  title: 'The agent MUST serve its health endpoint to authenticated callers, and refuse others.',
  requirements: ['NSTAT-002'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const answer = await c.agent.get('/healthz');
    expectOk(answer);
    expectEqual('body', answer.text().trim(), 'ok');
    expectStatus(await c.agentAnonymous.get('/healthz'), 401);
  },
} satisfies Case;
