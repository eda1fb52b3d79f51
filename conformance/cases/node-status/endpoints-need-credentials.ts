import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoints-need-credentials',
  title: 'Every endpoint of an agent MUST refuse callers without credentials.',
  requirements: ['CKPT-026'],
  needs: ['agent'],
  async run(c) {
    for (const path of [
      '/healthz',
      '/healthz/ping',
      '/pods',
      '/runningpods/',
      '/configz',
      '/metrics',
      '/metrics/resource',
      '/metrics/cadvisor',
      '/metrics/probes',
      '/stats/summary',
      '/containerLogs/default/pod/container',
      '/exec/default/pod/container',
      '/attach/default/pod/container',
      '/portForward/default/pod',
      '/logs/',
      '/debug/pprof/',
      '/debug/flags/v',
      '/stats/no-such-path',
    ]) {
      expectStatus(await c.agentAnonymous.get(path), 401);
      const wrong = c.agentAnonymous.withHeaders({ authorization: 'Bearer conformance' });
      expectStatus(await wrong.get(path), 401);
    }
    for (const path of ['/run/default/pod/container', '/checkpoint/default/pod/container']) {
      expectStatus(await c.agentAnonymous.post(path, undefined), 401);
      const wrong = c.agentAnonymous.withHeaders({ authorization: 'Bearer conformance' });
      expectStatus(await wrong.post(path, undefined), 401);
    }
    const basic = c.agentAnonymous.withHeaders({ authorization: 'Basic Y29uZm9ybWFuY2U6' });
    expectStatus(await basic.get('/healthz'), 401);
  },
} satisfies Case;
