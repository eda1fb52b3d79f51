import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoints-refuse',
  title:
    'An agent SHOULD answer unknown paths and names with 404, other methods with 405, and wrong log parameters with 400 or 422.',
  requirements: ['NSTAT-002'],
  needs: ['agent', 'agent-credentials'],
  async run(c) {
    const log = '/containerLogs/no-such-namespace/pod/container';
    const served = ['/pods', '/runningpods/', '/stats/summary'];
    for (const path of served) expectOk(await c.agent.get(path));
    for (const path of [...served, log]) {
      for (const method of ['PUT', 'DELETE']) expectStatus(await c.agent.send(method, path, undefined), 405);
    }
    expectStatus(await c.agent.get('/no-such-path'), 404);
    expectStatus(await c.agent.get(log), 404);
    const posted = await c.agent.post('/pods', undefined);
    expectStatus(posted, 405);
    expectEqual('methods of /pods', posted.header('allow'), 'GET');
    expectStatus(await c.agent.get(`${log}?tailLines=many`), 400);
    expectStatus(await c.agent.get(`${log}?sinceTime=soon`), 400);
    expectStatus(await c.agent.get(`${log}?tailLines=-1`), 422);
    expectStatus(await c.agent.get(`${log}?limitBytes=0`), 422);
    expectStatus(await c.agent.get(`${log}?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z`), 422);
    expectStatus(await c.agent.get(`${log}?stream=Bad`), 422);
    expectStatus(await c.agent.get(`${log}?stream=Stderr&tailLines=1`), 422);
    expectStatus(await c.agent.get(`${log}?stream=Stderr`), 404);
  },
} satisfies Case;
