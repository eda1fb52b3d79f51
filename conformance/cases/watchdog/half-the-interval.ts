import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { signsOfLife } from '../signs-of-life.ts';

export default {
  id: 'half-the-interval',
  title: 'The agent MUST tell the watchdog that it lives at half of the interval.',
  requirements: ['WDOG-001', 'LIM-026'],
  needs: ['launch-agent'],
  async run(c) {
    const interval = 4000;
    const times = await signsOfLife(c, { WATCHDOG_USEC: String(interval * 1000) }, 3, 5 * interval);
    const gaps = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
    const [least, most] = [interval / 4, interval];
    const wanted = `about ${interval / 2} ms between two of them`;
    expectThat('signs of life', gaps.length >= 2 && gaps.every((gap) => gap > least && gap < most), wanted, gaps);
  },
} satisfies Case;
