import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'grace-at-start',
  title: 'Within the liveness grace period a server that is still starting MUST count as live.',
  requirements: ['HEALTH-019'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({ server: ['--livez-grace-period=10m'] }, 'listening');
    // Live from the first request on, and still live after the start.
    for (let looks = 0; looks < 20; looks += 1) expectOk(await server.wire.get('/livez'));
    await c.eventually(async () => expectOk(await server.wire.get('/readyz')));
    expectOk(await server.wire.get('/livez'));
  },
} satisfies Case;
