import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'health-without-names',
  breaks: 'The verbose health output names no checks.',
  noticedBy: ['verbose', 'single-checks', 'exclude'],
  start() {
    return {
      answer: (answer, request) =>
        /^\/(livez|readyz|healthz)$/.test(request.path) && request.query.has('verbose')
          ? { ...answer, body: Buffer.from('ok') }
          : answer,
    };
  },
} satisfies Mutant;
