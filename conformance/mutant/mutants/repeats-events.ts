import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'repeats-events',
  breaks: 'Every event is sent twice.',
  noticedBy: ['reports-changes', 'order-of-changes', 'resume'],
  start() {
    return { events: () => (event) => [event, event] };
  },
} satisfies Mutant;
