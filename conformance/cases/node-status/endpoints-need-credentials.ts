import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'endpoints-need-credentials',
  title: 'Every endpoint of an agent MUST refuse callers without credentials.',
  requirements: ['NSTAT-002'],
  needs: ['agent'],
  async run(c) {
    for (const path of [
      '/healthz',
      '/pods',
      '/runningpods/',
      '/configz',
      '/metrics',
      '/metrics/resource',
      '/stats/summary',
      '/containerLogs/default/pod/container',
      '/logs/',
      '/stats/no-such-path',
    ]) {
      expectStatus(await c.agentAnonymous.get(path), 401);
    }
  },
} satisfies Case;
