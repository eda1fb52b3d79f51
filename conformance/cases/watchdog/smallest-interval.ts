import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { signsOfLife } from '../../fixtures/agent/signs-of-life.ts';

export default {
  id: 'smallest-interval',
  title: 'A watchdog interval of one second MUST work, and less MUST be refused or ignored.',
  requirements: ['WDOG-002', 'LIM-027'],
  needs: ['launch-agent'],
  async run(c) {
    // An init system ends an agent that is silent for the interval. Any three in a row may fit, because a busy host
    // delays the agent too; the mean, because one that is read late shortens the next pause.
    const mean = (times: readonly number[]): number => ((times.at(-1) ?? 0) - (times.at(-3) ?? 0)) / 2;
    const fits = (times: readonly number[]): boolean => times.length >= 3 && mean(times) < 900;
    const kept = await signsOfLife(c, { WATCHDOG_USEC: '1000000' }, fits, 10_000);
    const wanted = 'three in a row with less than a second between them';
    expectThat('signs of life at one second', fits(kept), wanted, { heard: kept.length, mean: mean(kept) });
    const socket = await c.notifySocket();
    const environment = { ...socket.environment, WATCHDOG_USEC: '500000' };
    const code = await c.watchAgent({ flags: [], environment }, 15_000);
    await socket.caughtUp();
    const refused = code !== undefined && code !== 0;
    expectThat('half a second', refused || !socket.heard().includes('WATCHDOG=1'), 'an error, or silence', code);
  },
} satisfies Case;
