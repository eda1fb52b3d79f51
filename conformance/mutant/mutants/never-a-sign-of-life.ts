import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'never-a-sign-of-life',
  breaks: 'The watchdog hears from the agent.',
  noticedBy: ['half-the-interval', 'smallest-interval'],
  start: () => ({
    environment: ({ WATCHDOG_USEC: _interval, ...others }) => others,
  }),
} satisfies Mutant;
