import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'never-deletes',
  breaks: 'Deleted objects stay.',
  noticedBy: ['background', 'circle-of-owners', 'foreground', 'option-types', 'storage-in-use'],
  start() {
    return {
      // Namespaces are deleted, so that the trial leaves nothing behind.
      request: (request) =>
        request.method === 'DELETE' && !/^\/api\/v1\/namespaces\/[^/]+$/.test(request.path)
          ? { ...request, method: 'GET', body: Buffer.alloc(0) }
          : request,
    };
  },
} satisfies Mutant;
