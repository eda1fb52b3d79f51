import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'miscounts-status',
  breaks: 'The code in a Status is not that of the answer.',
  noticedBy: ['status-object', 'stale-version'],
  start() {
    return {
      answer: (answer) =>
        withJson(answer, (body) => (body['kind'] === 'Status' && answer.status >= 400 ? { ...body, code: 500 } : body)),
    };
  },
} satisfies Mutant;
