import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'warns-without-form',
  breaks: 'Warnings are free text.',
  noticedBy: ['warning-form', 'unknown-is-dropped'],
  start() {
    return {
      answer: (answer) =>
        answer.headers['warning'] === undefined
          ? answer
          : { ...answer, headers: { ...answer.headers, warning: 'unknown field "colour"' } },
    };
  },
} satisfies Mutant;
