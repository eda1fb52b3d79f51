import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'reviews-have-tables',
  breaks: 'A review has no table: a request that accepts nothing else is answered 406.',
  noticedBy: ['no-table-of-review'],
  start: () => ({
    request: (request) =>
      request.method === 'POST' &&
      request.path.endsWith('reviews') &&
      String(request.headers['accept']).includes('as=Table')
        ? { ...request, headers: { ...request.headers, accept: 'application/json' } }
        : request,
  }),
} satisfies Mutant;
