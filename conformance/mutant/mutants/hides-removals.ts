import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'hides-removals',
  breaks: 'Removals are not reported.',
  noticedBy: [
    'reports-changes',
    'on-the-watch',
    'removal-carries-last-state',
    'watch-follows-selector',
    'selection-changes',
  ],
  start() {
    return { events: () => (event) => (event.type === 'DELETED' ? [] : [event]) };
  },
} satisfies Mutant;
