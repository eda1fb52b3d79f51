import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { signsOfLife } from '../../fixtures/agent/signs-of-life.ts';

export default {
  id: 'half-the-interval',
  title: 'The agent MUST notify the watchdog at half of the interval.',
  requirements: ['WDOG-001', 'LIM-026'],
  needs: ['launch-agent'],
  async run(c) {
    const interval = 4000;
    const [least, most] = [0.4 * interval, 0.6 * interval];
    // Judge four messages in a row by their mean, because one that is read late shortens the next interval. Any four
    // may fit, because a busy host delays the agent too.
    const mean = (times: readonly number[]): number => {
      const latest = times.slice(-4);
      return Math.round(((latest.at(-1) ?? 0) - (latest[0] ?? 0)) / Math.max(1, latest.length - 1));
    };
    const fits = (times: readonly number[]): boolean => times.length >= 4 && mean(times) > least && mean(times) < most;
    const times = await signsOfLife(c, { WATCHDOG_USEC: String(interval * 1000) }, fits, 5 * interval);
    const wanted = `four in a row, with about ${interval / 2} ms between two of them`;
    expectThat('signs of life', fits(times), wanted, { heard: times.length, mean: mean(times) });
  },
} satisfies Case;
