import { type Mutant, withoutHeader } from '../contract/mutant.ts';

export default {
  id: 'drops-impersonated-groups',
  breaks: 'Groups of the impersonation headers do not count.',
  noticedBy: ['user-and-groups', 'needs-user'],
  start() {
    return { request: (request) => withoutHeader(request, 'impersonate-group') };
  },
} satisfies Mutant;
