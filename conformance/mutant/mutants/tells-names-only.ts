import { type Mutant, metadataOf, withJson } from '../contract/mutant.ts';

export default {
  id: 'tells-names-only',
  breaks: 'Only name and version of an object are returned.',
  noticedBy: [
    'pods-get-an-account',
    'event-objects',
    'repeated-event',
    'new-namespace-is-active',
    'terminating-accepts-no-content',
    'creation-timestamp',
    'item-path-addresses-one-object',
    'labels-and-annotations-come-back',
    'main-path-ignores-status',
    'same-name-other-namespace',
    'status-subresource',
    'default-roles',
    'rules-come-back',
    'definition-form',
    'disruption-budget-selectors',
    'endpoint-slice-form',
    'ingress-form',
    'webhook-configuration-form',
    'workload-defaults',
  ],
  start() {
    return {
      answer: (answer, { path }) =>
        path === '/api/v1/namespaces'
          ? answer
          : withJson(answer, (body) => {
              const { name, namespace, resourceVersion } = metadataOf(body);
              if (name === undefined) return body;
              const { kind, apiVersion } = body;
              return { kind, apiVersion, metadata: { name, namespace, resourceVersion } };
            }),
    };
  },
} satisfies Mutant;
