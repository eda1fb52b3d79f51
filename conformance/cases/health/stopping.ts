import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';

export default {
  id: 'stopping',
  title: 'During the shutdown delay a server MUST NOT be ready, and MUST still be live and serve requests.',
  requirements: ['HEALTH-012', 'HEALTH-016', 'HEALTH-017', 'HEALTH-020', 'HEALTH-027', 'HEALTH-021U', 'HEALTH-023U'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({ server: ['--shutdown-delay-duration=30s'] });
    expectOk(await server.wire.get('/readyz'));
    server.terminate();
    const refused = await c.eventually(async () => {
      const answer = await server.wire.get('/readyz');
      expectThat('status of /readyz', answer.status !== 200, 'no longer 200', answer.status);
      return answer;
    });
    expectEqual('status of /readyz', refused.status, 500);
    expectThat('body', /^\[-\]shutdown failed/m.test(refused.text()), 'a line about shutdown', refused.text());
    // A server that stops at once may still answer for a moment; during the delay there is time for a whole watch.
    const began = c.clock.monotonic();
    const stream = await server.wire.watch('/api/v1/namespaces', { timeoutSeconds: '2' });
    expectOpen(stream);
    await stream.untilEnd(limits.event);
    const took = c.clock.monotonic() - began;
    expectThat('length of a watch of 2 s', took > 1_800, 'about 2 s', `${Math.round(took)} ms`);
    await expectLasting(c, async () => {
      expectOk(await server.wire.get('/livez'));
      expectOk(await server.wire.get('/api/v1/namespaces'));
      expectOk(await server.wire.get('/readyz?exclude=shutdown'));
    });
  },
} satisfies Case;
