import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'forgives-force',
  breaks: 'Force beside a patch that is no apply is overlooked.',
  noticedBy: ['force-needs-apply'],
  start() {
    return {
      request: (request) => {
        const query = new URLSearchParams(request.query);
        query.delete('force');
        return request.method === 'PATCH' ? { ...request, query } : request;
      },
    };
  },
} satisfies Mutant;
