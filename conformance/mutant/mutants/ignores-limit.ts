import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-limit',
  breaks: 'A list is never chunked.',
  noticedBy: ['chunks', 'one-version-for-all-chunks', 'chunks-are-one-snapshot', 'remaining-count'],
  start() {
    return { request: (request) => withoutQuery(request, 'limit') };
  },
} satisfies Mutant;
