import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'never-deletes',
  breaks: 'What is deleted stays.',
  noticedBy: ['background', 'circle-of-owners', 'foreground', 'option-types'],
  start() {
    return {
      // Namespaces go, so that the trial leaves nothing.
      request: (request) =>
        request.method === 'DELETE' && !/^\/api\/v1\/namespaces\/[^/]+$/.test(request.path)
          ? { ...request, method: 'GET', body: Buffer.alloc(0) }
          : request,
    };
  },
} satisfies Mutant;
