import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'ends-well',
  breaks: 'A program that refuses to run ends with another code than 0.',
  noticedBy: [
    'flags-at-their-limits',
    'gates-that-cannot-be-set',
    'hidden-metrics-of-one-version',
    'nft-tool-version',
    'security-policy-plugin',
    'unfit-lines-are-refused',
    'unfit-provider-flags-are-refused',
    'unknown-version-is-refused',
  ],
  start: () => ({ end: (end) => ({ ...end, code: 0 }) }),
} satisfies Mutant;
