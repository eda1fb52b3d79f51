import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { signsOfLife } from '../signs-of-life.ts';

export default {
  id: 'off-by-zero-and-by-default',
  title: 'A watchdog interval of zero, or none, MUST mean that the watchdog is told nothing.',
  requirements: ['WDOG-004', 'WDOG-005', 'LIM-029'],
  needs: ['launch-agent'],
  async run(c) {
    for (const environment of [{ WATCHDOG_USEC: '0' }, {}]) {
      expectEqual('signs of life', (await signsOfLife(c, environment, 1, 2000)).length, 0);
    }
  },
} satisfies Case;
