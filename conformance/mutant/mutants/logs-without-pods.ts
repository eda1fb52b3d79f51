import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'logs-without-pods',
  breaks: 'The log of a pod that is not there is empty.',
  noticedBy: ['pod-log-path'],
  start() {
    return {
      answer: (answer, request) =>
        request.path.endsWith('/log') && answer.status === 404
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: new Uint8Array() }
          : answer,
    };
  },
} satisfies Mutant;
