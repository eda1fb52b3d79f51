import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'hides-categories',
  breaks: 'Discovery tells the categories of resources.',
  noticedBy: ['built-in-entries'],
  start: () => ({
    answer: (answer) =>
      withJson(answer, (body) =>
        Array.isArray(body['resources'])
          ? { ...body, resources: (body['resources'] as readonly Json[]).map((one) => ({ ...one, categories: [] })) }
          : body,
      ),
  }),
} satisfies Mutant;
