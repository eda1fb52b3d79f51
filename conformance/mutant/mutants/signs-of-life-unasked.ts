import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'signs-of-life-unasked',
  breaks: 'Without an interval the agent does not notify the watchdog.',
  noticedBy: ['off-by-zero-and-by-default'],
  start: () => ({ environment: (environment) => ({ ...environment, WATCHDOG_USEC: '1000000' }) }),
} satisfies Mutant;
