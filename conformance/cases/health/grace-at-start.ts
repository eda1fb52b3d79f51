import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'grace-at-start',
  title: 'Within the grace period of liveness a server that still starts MUST count as live.',
  requirements: ['HEALTH-019'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({ server: ['--livez-grace-period=10m'] }, 'listening');
    // From the first moment on that it can be asked, and when it has started.
    for (let looks = 0; looks < 20; looks += 1) expectOk(await server.wire.get('/livez'));
    await c.eventually(async () => expectOk(await server.wire.get('/readyz')));
    expectOk(await server.wire.get('/livez'));
  },
} satisfies Case;
