import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'never-indents',
  breaks: 'JSON is never indented.',
  noticedBy: ['pretty-answer'],
  start() {
    return { request: (request) => withoutQuery(request, 'pretty') };
  },
} satisfies Mutant;
