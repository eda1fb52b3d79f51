import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'takes-any-row-object',
  breaks: 'What the rows of a table carry cannot be chosen.',
  noticedBy: ['table-unknown-include', 'table-row-objects'],
  start() {
    return { request: (request) => withoutQuery(request, 'includeObject') };
  },
} satisfies Mutant;
