import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'anonymous-switched-off',
  title: 'With anonymous access off a request without credentials MUST be answered 401, also on public paths.',
  requirements: ['AUTHN-051', 'AUTHN-064U', 'AUTHN-068'],
  launch: { server: ['--anonymous-auth=false'] },
  async run(c) {
    for (const path of ['/healthz', '/version', '/api', '/api/v1/nodes', '/no-such-path']) {
      expectStatus(await c.anonymous.get(path), 401);
    }
    expectOk(await c.wire.get('/version'));
  },
} satisfies Case;
