import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'believes-headers',
  breaks: 'Headers of an authenticating proxy mean nothing from other callers.',
  noticedBy: ['proxy-needs-certificate'],
  start: () => ({
    request: (request) => {
      const user = request.headers['x-remote-user'];
      return user === undefined ? request : { ...request, headers: { ...request.headers, 'impersonate-user': user } };
    },
  }),
} satisfies Mutant;
