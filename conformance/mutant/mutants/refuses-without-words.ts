import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'refuses-without-words',
  breaks: 'A program that exits prints the reason.',
  noticedBy: [
    'gates-that-cannot-be-set',
    'help-tells-gates',
    'hidden-metrics-of-one-version',
    'security-policy-plugin',
  ],
  start: () => ({ end: (end) => ({ ...end, output: '' }) }),
} satisfies Mutant;
