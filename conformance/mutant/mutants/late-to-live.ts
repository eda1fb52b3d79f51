import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'late-to-live',
  breaks: 'A starting server is live from the first request on.',
  noticedBy: ['grace-at-start'],
  start() {
    let looks = 0;
    return {
      answer: (answer, request) =>
        request.path === '/livez' && (looks += 1) <= 3 ? { ...answer, status: 500, body: new Uint8Array() } : answer,
    };
  },
} satisfies Mutant;
