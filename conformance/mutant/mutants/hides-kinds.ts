import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'hides-kinds',
  breaks: 'Answers do not say what they are.',
  noticedBy: [
    'group-in-details',
    'broken-token',
    'answers-without-metadata',
    'collection-carries-version',
    'create-in-missing-namespace',
    'empty-collection',
    'namespaces-are-cluster-scoped',
    'no-plain-list-kind',
    'nodes-are-cluster-scoped',
    'object-carries-kind-and-version',
    'resource-names-are-paths',
    'same-name-other-kind',
    'scale-is-another-view',
    'cluster-scoped-core-collection',
  ],
  start() {
    return {
      answer: (answer, { path }) =>
        path === '/api/v1/namespaces'
          ? answer
          : withJson(answer, ({ kind: _kind, apiVersion: _apiVersion, ...body }) => body),
    };
  },
} satisfies Mutant;
