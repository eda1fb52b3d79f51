import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'checkpoints-anything',
  breaks: 'A checkpoint that cannot be made is refused.',
  noticedBy: [
    'archive-must-be-there',
    'names-of-a-container',
    'right-container',
    'runtime-cannot',
    'runtime-fails',
    'stored-archives',
    'timeout-is-a-number',
    'needs-authentication',
    'needs-the-right',
    'only-post',
    'unknown-names',
  ],
  start: () => ({
    answer: (answer, request) =>
      request.path.startsWith('/checkpoint/') ? { ...answer, status: 200, body: Buffer.from('{"items":[]}') } : answer,
  }),
} satisfies Mutant;
