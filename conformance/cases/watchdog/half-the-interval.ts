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
    const times = await signsOfLife(c, { WATCHDOG_USEC: String(interval * 1000) }, 4, 5 * interval);
    // On the whole: one that is heard late is nearer to the next one.
    const mean = Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1));
    const [least, most] = [interval / 4, (3 * interval) / 4];
    const wanted = `four, with about ${interval / 2} ms between two of them`;
    expectThat('signs of life', times.length >= 4 && mean > least && mean < most, wanted, {
      heard: times.length,
      mean,
    });
  },
} satisfies Case;
