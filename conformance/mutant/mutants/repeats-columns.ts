import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'repeats-columns',
  breaks: 'A watch of tables repeats the columns with each event.',
  noticedBy: ['table-watch'],
  start() {
    return {
      events: () => (event) => [
        event.object['kind'] === 'Table' && event.object['columnDefinitions'] === null
          ? { ...event, object: { ...event.object, columnDefinitions: [{ name: 'Name', type: 'string' }] } }
          : event,
      ],
    };
  },
} satisfies Mutant;
