import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { isSilent } from '../../fixtures/signs-of-life.ts';

export default {
  id: 'off-by-zero-and-by-default',
  title: 'A watchdog interval of zero, or none, MUST mean that the watchdog is told nothing.',
  requirements: ['WDOG-004', 'WDOG-005', 'LIM-029'],
  needs: ['launch-agent'],
  async run(c) {
    for (const environment of [{ WATCHDOG_USEC: '0' }, {}]) {
      expectEqual('no sign of life', await isSilent(c, environment), true);
    }
  },
} satisfies Case;
