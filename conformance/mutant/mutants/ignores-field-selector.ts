import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-field-selector',
  breaks: 'A field selector selects everything.',
  noticedBy: ['field-name', 'field-of-kind', 'field-unknown', 'one-object-begins'],
  start() {
    return { request: (request) => withoutQuery(request, 'fieldSelector') };
  },
} satisfies Mutant;
