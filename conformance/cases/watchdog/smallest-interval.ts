import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { signsOfLife } from '../../fixtures/agent/signs-of-life.ts';

export default {
  id: 'smallest-interval',
  title: 'A watchdog interval of one second MUST work, and less MUST be refused or ignored.',
  requirements: ['WDOG-002', 'LIM-027'],
  needs: ['launch-agent'],
  async run(c) {
    const kept = await signsOfLife(c, { WATCHDOG_USEC: '1000000' }, ({ length }) => length >= 2, 10_000);
    expectThat('signs of life at one second', kept.length >= 2, 'two or more', kept.length);
    const socket = await c.notifySocket();
    const environment = { ...socket.environment, WATCHDOG_USEC: '500000' };
    const code = await c.watchAgent({ flags: [], environment }, 15_000);
    await socket.caughtUp();
    const refused = code !== undefined && code !== 0;
    expectThat('half a second', refused || !socket.heard().includes('WATCHDOG=1'), 'an error, or silence', code);
  },
} satisfies Case;
