import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'ignores-preconditions',
  breaks: 'A delete ignores its preconditions.',
  noticedBy: ['preconditions'],
  start() {
    return {
      request: (request) =>
        request.method === 'DELETE' && Buffer.from(request.body).includes('preconditions')
          ? { ...request, body: Buffer.from('{}') }
          : request,
    };
  },
} satisfies Mutant;
