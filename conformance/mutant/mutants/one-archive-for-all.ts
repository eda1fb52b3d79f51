import { type Mutant, type PassingResponse } from '../contract/mutant.ts';

export default {
  id: 'one-archive-for-all',
  breaks: 'Each checkpoint has an archive of its own.',
  noticedBy: ['another-archive-each-time'],
  start() {
    let first: PassingResponse | undefined;
    return {
      answer: (answer, request) =>
        request.path.startsWith('/checkpoint/') && answer.status === 200 ? (first ??= answer) : answer,
    };
  },
} satisfies Mutant;
