import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'turns-reviews-around',
  breaks: 'Reviews of access say the opposite.',
  noticedBy: ['local-review', 'other-paths', 'selectors', 'special-verbs', 'decisions-by-table', 'reviews-in-words'],
  start() {
    return {
      answer: (answer) =>
        withJson(answer, (body) => {
          const status = (body['status'] ?? {}) as Json;
          if (!String(body['kind']).endsWith('AccessReview')) return body;
          return { ...body, status: { ...status, allowed: status['allowed'] !== true } };
        }),
    };
  },
} satisfies Mutant;
