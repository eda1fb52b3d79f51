import { type Mutant, metadataOf } from '../contract/mutant.ts';

export default {
  id: 'tells-events-by-name',
  breaks: 'The object of an event has nothing but its name.',
  noticedBy: ['partial-metadata-watch', 'event-document', 'event-object-is-whole', 'streaming-list-of-version'],
  start() {
    return {
      events: () => (event) => [{ ...event, object: { metadata: { name: metadataOf(event.object)['name'] } } }],
    };
  },
} satisfies Mutant;
