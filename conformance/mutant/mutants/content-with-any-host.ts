import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'content-with-any-host',
  breaks: 'A missing requirement of the host fails its check.',
  noticedBy: ['kernel-version', 'nft-tool-version'],
  start: () => ({ end: (end) => ({ ...end, output: end.output.replaceAll('"failure"', '"warning"') }) }),
} satisfies Mutant;
