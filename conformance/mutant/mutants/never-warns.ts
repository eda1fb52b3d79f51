import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'never-warns',
  breaks: 'Warnings are never sent.',
  noticedBy: [
    'unknown-is-dropped',
    'warning-form',
    'warnings-of-objects',
    'duplicates-warn',
    'level-case-counts',
    'deprecated-version-warns',
    'pod-security-modes',
    'webhook-answers',
  ],
  start() {
    return {
      answer: (answer) => ({
        ...answer,
        headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'warning')),
      }),
    };
  },
} satisfies Mutant;
