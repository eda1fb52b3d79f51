import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'forbids-nothing',
  breaks: 'Denied requests are answered with success.',
  noticedBy: [
    'nobody-allowed',
    'get-is-item-get',
    'list-is-collection-get',
    'create-is-post',
    'resource-names',
    'basic-user-and-discovery',
    'binding-to-cluster-role-stays-in-namespace',
    'cluster-binding',
    'role-of-own-namespace',
    'static-rights',
    'refused-by-admission',
    'policies-use-expressions',
    'validating-policy',
    'pod-security-levels',
    'quota-counts-objects',
    'quota-counts-requests',
    'limit-ranges',
    'quota-in-words',
    'limit-ranges-in-words',
    'plug-ins-in-words',
    'pod-security-of-changes',
    'priority-classes',
    'runtime-classes',
  ],
  start() {
    return { answer: (answer) => (answer.status === 403 ? { ...answer, status: 200 } : answer) };
  },
} satisfies Mutant;
