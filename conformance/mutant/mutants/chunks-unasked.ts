import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'chunks-unasked',
  breaks: 'A list without a limit ends after fifty items.',
  noticedBy: ['lists-are-whole-unless-asked'],
  start() {
    return {
      request(request) {
        if (request.method !== 'GET' || Number(request.query.get('limit') ?? 0) > 0) return request;
        const query = new URLSearchParams(request.query);
        query.set('limit', '50');
        return { ...request, query };
      },
    };
  },
} satisfies Mutant;
