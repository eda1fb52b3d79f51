import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
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
      '/metrics/slis',
      '/stats/summary',
      '/stats/',
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
    // Who the caller is comes before what may be done there: a method that a path does not have is no way to learn of it.
    for (const [method, path] of [
      ['POST', '/pods'],
      ['DELETE', '/pods'],
      ['PUT', '/configz'],
      ['PATCH', '/metrics'],
      ['GET', '/checkpoint/default/pod/container'],
      ['DELETE', '/containerLogs/default/pod/container'],
      ['POST', '/exec/default/pod/container?command=true&output=1'],
      ['POST', '/attach/default/pod/uid/container'],
      ['POST', '/portForward/default/pod/uid'],
      ['POST', '/run/default/pod/uid/container?cmd=true'],
      ['OPTIONS', '/stats/summary'],
    ] as const) {
      expectStatus(await c.agentAnonymous.send(method, path, undefined), 401);
    }
    for (const authorization of [
      'Basic Y29uZm9ybWFuY2U6',
      'Bearer',
      'Bearer ',
      'Bearer two words',
      'Bearer a.b.c',
      'Token conformance',
      'conformance',
    ]) {
      const answer = await c.agentAnonymous.withHeaders({ authorization }).get('/healthz');
      expectStatus(answer, 401);
      // No hint at what is behind it.
      expectEqual(`answer to ${authorization}`, answer.text().trim(), 'Unauthorized');
    }
    // A user that a header names is none.
    const named = c.agentAnonymous.withHeaders({
      'x-remote-user': 'system:admin',
      'x-remote-group': 'system:masters',
      'impersonate-user': 'system:admin',
    });
    expectStatus(await named.get('/pods'), 401);
  },
} satisfies Case;
