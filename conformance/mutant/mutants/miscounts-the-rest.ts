import { type Mutant, metadataOf, withJson, withMetadata } from '../contract/mutant.ts';

export default {
  id: 'miscounts-the-rest',
  breaks: 'The count of remaining items is one too low.',
  noticedBy: ['remaining-count'],
  start() {
    return {
      answer: (answer) =>
        withJson(answer, (body) => {
          const { remainingItemCount } = metadataOf(body);
          if (typeof remainingItemCount !== 'number') return body;
          return withMetadata(body, { remainingItemCount: remainingItemCount - 1 });
        }),
    };
  },
} satisfies Mutant;
