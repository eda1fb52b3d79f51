import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-version',
  breaks: 'The version of a read is ignored.',
  noticedBy: [
    'list-exact',
    'exact-without-snapshots',
    'token-with-version',
    'unknown-version',
    'malformed-version',
    'nothing-before-version',
  ],
  start() {
    return { request: (request) => withoutQuery(request, 'resourceVersion') };
  },
} satisfies Mutant;
