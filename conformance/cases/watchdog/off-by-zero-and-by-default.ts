import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { isSilent } from '../../fixtures/agent/signs-of-life.ts';

export default {
  id: 'off-by-zero-and-by-default',
  title: 'With a watchdog interval of zero, or none, the agent MUST NOT notify the watchdog.',
  requirements: ['WDOG-004', 'WDOG-005', 'LIM-029'],
  needs: ['launch-agent'],
  async run(c) {
    // Long enough for an interval of half a minute, which an agent might take by default, or in place of zero.
    const seconds = 20;
    await Promise.all([
      c.holds(['WDOG-004', 'LIM-029'], async () => {
        expectEqual('no sign of life with 0', await isSilent(c, { WATCHDOG_USEC: '0' }, seconds), true);
      }),
      c.holds('WDOG-005', async () => {
        expectEqual('no sign of life by default', await isSilent(c, {}, seconds), true);
      }),
    ]);
  },
} satisfies Case;
