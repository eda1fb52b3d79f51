import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'loses-events',
  breaks: 'Every second change is lost.',
  noticedBy: ['order-of-changes', 'reports-changes', 'many-watchers-one-order'],
  start() {
    return {
      events: () => {
        let count = 0;
        return (event) => {
          count += 1;
          return count % 2 === 0 ? [] : [event];
        };
      },
    };
  },
} satisfies Mutant;
