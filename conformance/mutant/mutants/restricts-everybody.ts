import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'restricts-everybody',
  breaks: 'Callers that are not node agents may label nodes as their rules say.',
  noticedBy: ['restriction-ignores-others'],
  start: () => ({
    answer: (answer, request) =>
      request.method === 'PATCH' && request.path.startsWith('/api/v1/nodes/') ? { ...answer, status: 403 } : answer,
  }),
} satisfies Mutant;
