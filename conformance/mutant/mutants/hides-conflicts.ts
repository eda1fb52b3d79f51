import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'hides-conflicts',
  breaks: 'A conflict is answered with 200.',
  noticedBy: ['stale-version', 'one-winner', 'name-taken', 'conditional-patch', 'preconditions'],
  start() {
    return { answer: (answer) => (answer.status === 409 ? { ...answer, status: 200 } : answer) };
  },
} satisfies Mutant;
