import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'strict-is-lenient',
  breaks: 'The level Strict warns only.',
  noticedBy: [
    'each-level-of-each-method',
    'strict-unknown',
    'strict-duplicate',
    'strict-lists-all',
    'strict-put',
    'strict-yaml',
  ],
  start() {
    return { request: (request) => withoutQuery(request, 'fieldValidation') };
  },
} satisfies Mutant;
