import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-field-selector',
  breaks: 'A field selector selects everything.',
  noticedBy: ['field-name', 'field-of-kind', 'field-unknown'],
  start() {
    return { request: (request) => withoutQuery(request, 'fieldSelector') };
  },
} satisfies Mutant;
