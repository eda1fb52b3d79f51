import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'hides-additions',
  breaks: 'A watch does not report new objects.',
  noticedBy: ['one-object-begins', 'streaming-list-empty-version', 'timeout-ends-stream'],
  start() {
    return {
      events: () => (event) => (event.type === 'ADDED' ? [] : [event]),
    };
  },
} satisfies Mutant;
