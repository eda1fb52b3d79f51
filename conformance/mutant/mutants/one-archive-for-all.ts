import { type Mutant, type PassingAnswer } from '../mutant.ts';

export default {
  id: 'one-archive-for-all',
  breaks: 'Each checkpoint has an archive of its own.',
  noticedBy: ['another-archive-each-time'],
  start() {
    let first: PassingAnswer | undefined;
    return {
      answer: (answer, request) =>
        request.path.startsWith('/checkpoint/') && answer.status === 200 ? (first ??= answer) : answer,
    };
  },
} satisfies Mutant;
