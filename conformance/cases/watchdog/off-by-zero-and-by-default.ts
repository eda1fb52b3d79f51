import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { isSilent } from '../../fixtures/signs-of-life.ts';

export default {
  id: 'off-by-zero-and-by-default',
  title: 'With a watchdog interval of zero, or none, the agent MUST NOT notify the watchdog.',
  requirements: ['WDOG-004', 'WDOG-005', 'LIM-029'],
  needs: ['launch-agent'],
  async run(c) {
    for (const environment of [{ WATCHDOG_USEC: '0' }, {}]) {
      expectEqual('no sign of life', await isSilent(c, environment), true);
    }
  },
} satisfies Case;
