import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'mistypes-events',
  breaks: 'Changes are reported as creations.',
  noticedBy: ['reports-changes', 'initial-state', 'one-item', 'selection-changes', 'streaming-list-of-any'],
  start() {
    return { events: () => (event) => [event.type === 'MODIFIED' ? { ...event, type: 'ADDED' } : event] };
  },
} satisfies Mutant;
