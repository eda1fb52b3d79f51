import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'cuts-answers-short',
  breaks: 'Answers that are not JSON end in the middle.',
  noticedBy: ['protobuf-round-trip'],
  start() {
    return {
      answer: (answer) =>
        String(answer.headers['content-type']).startsWith('application/json')
          ? answer
          : { ...answer, body: answer.body.subarray(0, answer.body.length >> 1) },
    };
  },
} satisfies Mutant;
