import type { Mutant } from '../contract/mutant.ts';

const notFound = '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}';

export default {
  id: 'serves-only-the-core',
  breaks: 'No named group is served.',
  noticedBy: [
    'aggregated',
    'aggregated-agrees-with-legacy',
    'legacy-group',
    'legacy-groups',
    'listed-collections-answer',
    'served-admissionregistration-v1',
    'served-apiextensions-v1',
    'served-apiregistration-v1',
    'served-apps-v1',
    'served-autoscaling-v2',
    'served-batch-v1',
    'served-certificates-v1',
    'served-coordination-v1',
    'served-discovery-v1',
    'served-events-v1',
    'served-flowcontrol-apiserver-v1',
    'served-networking-v1',
    'served-node-v1',
    'served-policy-v1',
    'served-rbac-authorization-v1',
    'served-scheduling-v1',
    'served-storage-v1',
    'named-group-paths',
    'named-group-subresource',
    'level-names',
  ],
  start() {
    return {
      answer: (answer, { method, path }) =>
        method === 'GET' && path.startsWith('/apis')
          ? { status: 404, headers: { 'content-type': 'application/json' }, body: Buffer.from(notFound) }
          : answer,
    };
  },
} satisfies Mutant;
