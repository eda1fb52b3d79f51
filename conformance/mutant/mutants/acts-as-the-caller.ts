import { type Mutant, withoutImpersonation } from '../contract/mutant.ts';

export default {
  id: 'acts-as-the-caller',
  breaks: 'Impersonation is ignored: requests have the permissions of the caller.',
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
    return { request: withoutImpersonation };
  },
} satisfies Mutant;
