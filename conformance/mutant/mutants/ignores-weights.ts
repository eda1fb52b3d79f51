import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'ignores-weights',
  breaks: 'Types in Accept have no weights.',
  noticedBy: ['quality-values', 'accept-order'],
  start() {
    return {
      request(request) {
        const accept = [request.headers['accept'] ?? []].flat().join(', ');
        if (accept === '') return request;
        return { ...request, headers: { ...request.headers, accept: accept.replaceAll(/;\s*q=[\d.]+/g, '') } };
      },
    };
  },
} satisfies Mutant;
