import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';

export default {
  id: 'stopping',
  title: 'During the shutdown delay a server MUST NOT be ready, and MUST still be live and answer requests.',
  requirements: ['HEALTH-016', 'HEALTH-017', 'HEALTH-020', 'HEALTH-027', 'HEALTH-021U', 'HEALTH-023U'],
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
    expectOk(await server.wire.get('/livez'));
    expectOk(await server.wire.get('/api/v1/namespaces'));
    expectOk(await server.wire.get('/readyz?exclude=shutdown'));
  },
} satisfies Case;
