import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'misnames-status',
  breaks: 'Errors are of a kind of their own.',
  noticedBy: ['status-object', 'name-taken', 'not-acceptable'],
  start() {
    return {
      answer: (answer) => withJson(answer, (body) => (body['kind'] === 'Status' ? { ...body, kind: 'Error' } : body)),
    };
  },
} satisfies Mutant;
