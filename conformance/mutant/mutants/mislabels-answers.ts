import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'mislabels-answers',
  breaks: 'Every answer is labelled as JSON.',
  noticedBy: ['yaml-answer', 'type-parameters', 'table-in-yaml', 'accept-order'],
  start() {
    return {
      answer: (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'application/json' } }),
    };
  },
} satisfies Mutant;
