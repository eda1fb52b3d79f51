import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { ownTime } from '../../wire/time/own-time.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'stop-without-delay',
  title: 'Without a shutdown delay a server SHOULD stop promptly and gracefully.',
  requirements: ['HEALTH-020'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({ server: [] });
    expectOk(await server.wire.get('/readyz'));
    server.terminate();
    const late = ownTime(c.clock, patience, c.signal).then(() => `none after ${patience} ms`);
    expectEqual('exit code', await Promise.race([server.ended, late]), 0);
  },
} satisfies Case;

/** "At once" in milliseconds, generous for a busy host. */
const patience = 10_000;
