import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'unknown-exclude-fails',
  breaks: 'Excluding an unknown check does not fail a health endpoint.',
  noticedBy: ['exclude-unknown'],
  start: () => ({
    answer: (answer, request) =>
      request.query.getAll('exclude').includes('no-such-check') ? { ...answer, status: 500 } : answer,
  }),
} satisfies Mutant;
