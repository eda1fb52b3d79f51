import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-match',
  breaks: 'The match of a list is ignored.',
  noticedBy: ['exact-without-version', 'unknown-match', 'not-older-than-without-version', 'streaming-list'],
  start() {
    return { request: (request) => withoutQuery(request, 'resourceVersionMatch') };
  },
} satisfies Mutant;
