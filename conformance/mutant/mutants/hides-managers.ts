import { type Mutant, metadataOf, withJson } from '../contract/mutant.ts';

export default {
  id: 'hides-managers',
  breaks: 'Responses have no managedFields.',
  noticedBy: ['managed-fields-of-create', 'manager-from-user-agent'],
  start() {
    return {
      answer: (answer) =>
        withJson(answer, (body) => {
          const { managedFields: _hidden, ...metadata } = metadataOf(body);
          return 'metadata' in body ? { ...body, metadata } : body;
        }),
    };
  },
} satisfies Mutant;
