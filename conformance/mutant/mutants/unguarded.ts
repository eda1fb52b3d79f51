// Mutants without checks: nodes that access objects of other nodes, and selectors, names and amounts that are not
// validated.

import {
  accepting,
  headerOf,
  type Json,
  type Mutant,
  overlooking,
  type PassingRequest,
  withJson,
  withoutImpersonation,
} from '../contract/mutant.ts';

const isNode = (request: PassingRequest): boolean => headerOf(request, 'impersonate-user').startsWith('system:node:');

/** A mutant that allows nodes every request to these paths. */
function reaching(id: string, breaks: string, noticedBy: string, path: RegExp, methods?: string): Mutant {
  return overlooking(id, breaks, [noticedBy], (request) =>
    isNode(request) && path.test(request.path) && (methods ?? request.method).includes(request.method)
      ? withoutImpersonation(request)
      : request,
  );
}

const ofNodes: readonly Mutant[] = [
  reaching('nodes-list-all-slices', 'A node lists slices of its own.', 'own-slices', /\/resourceslices$/, 'GET'),
  reaching('nodes-remove-any-slice', 'A node removes slices of its own.', 'own-slices', /\/resourceslices/, 'DELETE'),
  reaching(
    'nodes-read-secrets-of-storage',
    'Secrets of volumes are for the nodes that use them.',
    'secrets-of-volumes',
    /\/secrets\/(scale-io|stage)$/,
  ),
  reaching(
    'nodes-read-volumes-of-storage',
    'Volumes are for the nodes that use them.',
    'secrets-of-volumes',
    /\/persistentvolumes\/./,
  ),
  reaching(
    'nodes-read-claims-of-devices',
    'Resource claims are for the nodes of their pods.',
    'claims-of-devices',
    /\/resourceclaims/,
  ),
  reaching('nodes-evict-anybody', 'A node evicts its own pods.', 'restriction-of-pods', /\/eviction$/),
  reaching('nodes-make-any-pod', 'A node makes mirror pods.', 'restriction-of-pods', /\/pods$/),
  reaching(
    'nodes-label-pods',
    'A node writes the status of its pods.',
    'restriction-of-pods',
    /\/pods\/[^/]+\/status$/,
  ),
  reaching('nodes-get-any-token', 'A token is bound to a pod of its node.', 'restriction-of-tokens', /\/token$/),
  reaching('nodes-make-any-lease', 'A node makes its own lease.', 'restriction-of-other-kinds', /\/leases$/),
  reaching(
    'nodes-grow-any-claim',
    'A node writes claims of its pods.',
    'restriction-of-other-kinds',
    /claims\/.*status$/,
  ),
  reaching('nodes-ask-for-others', 'A node asks for its own certificate.', 'restriction-of-other-kinds', /requests$/),
];

/** A mutant that changes each field selector requirement of an access review. */
function selecting(id: string, breaks: string, see: (requirement: Json) => Json): Mutant {
  return overlooking(id, breaks, ['selectors-decide'], (request) =>
    request.path.endsWith('/subjectaccessreviews')
      ? withJson(request, (review) => {
          const spec = review['spec'] as Json;
          const attributes = (spec['resourceAttributes'] ?? {}) as Json;
          const selector = (attributes['fieldSelector'] ?? {}) as Json;
          if (!Array.isArray(selector['requirements'])) return review;
          const fieldSelector = { ...selector, requirements: (selector['requirements'] as Json[]).map(see) };
          return { ...review, spec: { ...spec, resourceAttributes: { ...attributes, fieldSelector } } };
        })
      : request,
  );
}

const ofReviews: readonly Mutant[] = [
  selecting('reads-every-operator-as-in', 'NotIn is not In.', (requirement) => ({ ...requirement, operator: 'In' })),
  selecting('reads-the-first-value', 'A requirement of two values is another one.', (requirement) => ({
    ...requirement,
    values: ((requirement['values'] ?? []) as readonly unknown[]).slice(0, 1),
  })),
  {
    id: 'reviews-forget-names',
    breaks: 'Rules of a review name the objects that they are about.',
    noticedBy: ['rules-review'],
    start: () => ({
      answer: (answer, request) =>
        request.path.endsWith('/selfsubjectrulesreviews')
          ? withJson(answer, (review) => {
              const status = (review['status'] ?? {}) as Json;
              const rules = ((status['resourceRules'] ?? []) as Json[]).map(
                ({ resourceNames: _names, ...rule }) => rule,
              );
              return { ...review, status: { ...status, resourceRules: rules } };
            })
          : answer,
    }),
  },
];

/** A mutant that accepts some invalid objects. */
const taking = (...[id, breaks, noticedBy, isAccepted]: Parameters<typeof accepting>): Mutant =>
  accepting(id, breaks, noticedBy, isAccepted, [422]);

function asTrial(request: PassingRequest): PassingRequest {
  const query = new URLSearchParams(request.query);
  query.set('dryRun', 'All');
  return { ...request, query };
}

const ofWrites: readonly Mutant[] = [
  overlooking('cuts-names-of-managers', 'A name that is too long is refused.', ['names-of-managers'], (request) => {
    const query = new URLSearchParams(request.query);
    const name = query.get('fieldManager');
    if (name === null) return request;
    query.set('fieldManager', name.slice(0, 64));
    return { ...request, query };
  }),
  overlooking('puts-make-for-everybody', 'A create needs permission to create.', ['put-of-nothing'], (request) =>
    request.method === 'PUT' && request.path.endsWith('/new') ? withoutImpersonation(request) : request,
  ),
  overlooking('keeps-the-first-grace', 'A shorter grace counts.', ['shorter-grace'], (request) =>
    request.method === 'DELETE'
      ? withJson(request, (options) =>
          options['gracePeriodSeconds'] === 200 ? { ...options, gracePeriodSeconds: 600 } : options,
        )
      : request,
  ),
  overlooking('tries-additions-only', 'A pod takes containers.', ['running-pods-take-containers'], (request) =>
    /\/(ephemeralcontainers|resize)$/.test(request.path) && request.method !== 'GET' ? asTrial(request) : request,
  ),
  taking('takes-any-addition', 'What is there stays as it is.', ['running-pods-take-containers'], ({ path }) =>
    /\/(ephemeralcontainers|resize)$/.test(path),
  ),
  taking(
    'takes-any-address',
    'An address is of the range, and of one service.',
    ['addresses-of-services'],
    ({ method, path }) => method === 'POST' && path.endsWith('/services'),
  ),
  taking('takes-any-name-for-an-address', 'An address has its canonical form.', ['addresses-are-checked'], ({ path }) =>
    path.endsWith('/ipaddresses'),
  ),
  taking('takes-any-range', 'A range of a node is one.', ['addresses-are-checked'], ({ path }) =>
    path.includes('/api/v1/nodes'),
  ),
];

/** Every mutant of this file. */
export const unguardedMutants: readonly Mutant[] = [...ofNodes, ...ofReviews, ...ofWrites];
