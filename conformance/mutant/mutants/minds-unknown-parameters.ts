import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'minds-unknown-parameters',
  breaks: 'An unknown query parameter is refused.',
  noticedBy: ['unknown-parameters'],
  start() {
    return {
      answer: (answer, request) =>
        request.query.has('neverHeardOf') ? { ...answer, status: 400, body: new Uint8Array() } : answer,
    };
  },
} satisfies Mutant;
