import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'never-a-sign-of-life',
  breaks: 'The agent notifies the watchdog.',
  noticedBy: ['half-the-interval', 'smallest-interval'],
  start: () => ({
    environment: ({ WATCHDOG_USEC: _interval, ...others }) => others,
  }),
} satisfies Mutant;
