import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'lets-named-users-in',
  breaks: 'An identity header means nothing from callers that are not proxies.',
  noticedBy: ['proxy-needs-certificate', 'proxy-of-nobody'],
  start: () => ({
    answer: (answer, request) =>
      request.headers['x-remote-user'] !== undefined && [401, 403].includes(answer.status)
        ? { ...answer, status: 200 }
        : answer,
  }),
} satisfies Mutant;
