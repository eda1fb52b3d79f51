import type { Mutant } from '../mutant.ts';

export default {
  id: 'acts-as-the-caller',
  breaks: 'Whom a request impersonates is ignored: everybody has the rights of the caller.',
  noticedBy: [
    'own-rights',
    'review-needs-right',
    'rights-of-others',
    'delete-and-deletecollection',
    'forbidden-names-object',
    'update-and-patch',
    'watch-is-watching-get',
    'dry-run-authorization',
    'extra-and-uid',
    'needs-right',
    'rights-of-the-impersonated',
    'name-and-group',
  ],
  start() {
    return {
      request: (request) => {
        const kept = Object.entries(request.headers).filter(([name]) => !name.startsWith('impersonate-'));
        return { ...request, headers: Object.fromEntries(kept) };
      },
    };
  },
} satisfies Mutant;
