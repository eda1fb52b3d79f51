import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'never-indents',
  breaks: 'Nobody gets indented JSON.',
  noticedBy: ['pretty-answer'],
  start() {
    return { request: (request) => withoutQuery(request, 'pretty') };
  },
} satisfies Mutant;
