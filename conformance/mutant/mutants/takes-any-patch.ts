import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'takes-any-patch',
  breaks: 'A patch under a wrong type is read as a merge patch.',
  noticedBy: ['patch-needs-patch-type', 'cbor-patches'],
  start() {
    return {
      request: (request) =>
        request.method === 'PATCH' && !/-patch\+(json|yaml)/.test(String(request.headers['content-type']))
          ? { ...request, headers: { ...request.headers, 'content-type': 'application/merge-patch+json' } }
          : request,
    };
  },
} satisfies Mutant;
