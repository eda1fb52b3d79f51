import { type Mutant, withoutQuery } from '../contract/mutant.ts';

export default {
  id: 'ignores-label-selector',
  breaks: 'A label selector selects everything.',
  noticedBy: [
    'label-equality',
    'label-sets',
    'chunks-with-selectors',
    'label-malformed',
    'all-namespaces-collection',
    'selection-changes',
  ],
  start() {
    return { request: (request) => withoutQuery(request, 'labelSelector') };
  },
} satisfies Mutant;
