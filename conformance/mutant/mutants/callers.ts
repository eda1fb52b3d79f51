// Mutants that identify the caller wrongly, or allow what is forbidden.

import {
  asSuccess,
  headerOf,
  type Json,
  type Mutant,
  type PassingRequest,
  withJson,
  withoutImpersonation,
} from '../contract/mutant.ts';

const isNode = (request: PassingRequest): boolean => headerOf(request, 'impersonate-user').startsWith('system:node:');

const ofIdentities: readonly Mutant[] = [
  {
    id: 'nobody-may-everything',
    breaks: 'Requests without credentials have the rights of anonymous callers.',
    noticedBy: ['anonymous-binding', 'anonymous-groups', 'anonymous-identity'],
    start: () => ({
      answer: (answer, request) =>
        headerOf(request, 'authorization') === '' && answer.status === 403 ? asSuccess(answer) : answer,
    }),
  },
  {
    id: 'tokens-never-die',
    breaks: 'A token is valid while it is unchanged and its account exists.',
    noticedBy: [
      'changed-token',
      'claims-are-checked',
      'token-dies-with-account',
      'token-dies-with-pod',
      'tokens-with-two-readings',
    ],
    start: () => ({
      answer: (answer, request) =>
        headerOf(request, 'authorization').startsWith('Bearer ey') && answer.status === 401
          ? asSuccess(answer)
          : answer,
    }),
  },
  {
    id: 'knows-nobody',
    breaks: 'A self review names the caller.',
    noticedBy: ['credentials-of-two-kinds', 'service-account-token', 'user-and-groups', 'who-am-i'],
    start: () => ({
      answer: (answer, request) =>
        request.path.endsWith('/selfsubjectreviews')
          ? withJson(answer, (review) => ({
              ...review,
              status: { userInfo: { username: 'system:anonymous', groups: ['system:unauthenticated'] } },
            }))
          : answer,
    }),
  },
  {
    id: 'drops-impersonated-extras',
    breaks: 'The impersonated uid and extra fields count.',
    noticedBy: ['extra-and-uid', 'rights-by-kind'],
    start: () => ({
      request: (request) => {
        const kept = Object.entries(request.headers).filter(([name]) => !/^impersonate-(uid|extra-)/.test(name));
        return { ...request, headers: Object.fromEntries(kept) };
      },
    }),
  },
];

const ofNodes: readonly Mutant[] = [
  {
    id: 'nodes-read-everything',
    breaks: 'A node agent reads what belongs to its node and its pods.',
    noticedBy: [
      'claims-follow-pods',
      'own-lease',
      'own-node-only',
      'pods-of-own-node',
      'secrets-follow-pods',
      'static-rights',
    ],
    start: () => ({
      request: (request) => (isNode(request) && request.method === 'GET' ? withoutImpersonation(request) : request),
    }),
  },
  {
    id: 'nodes-write-nothing',
    breaks: 'A node agent writes its node, its lease, the status of its pods, events, reviews and signing requests.',
    noticedBy: [
      'endpoints-and-certificates',
      'own-lease',
      'own-node-status',
      'pod-status-of-own-pods',
      'static-rights',
    ],
    start: () => ({
      answer: (answer, request) => (isNode(request) && request.method !== 'GET' ? { ...answer, status: 403 } : answer),
    }),
  },
];

const reviewed = (id: string, breaks: string, path: string, status: Json, noticedBy: readonly string[]): Mutant => ({
  id,
  breaks,
  noticedBy,
  start: () => ({
    answer: (answer, request) =>
      request.path.endsWith(path)
        ? withJson(answer, (review) => ({ ...review, status: { ...(review['status'] as Json), ...status } }))
        : answer,
  }),
});

const ofReviews: readonly Mutant[] = [
  reviewed('reasons-are-numbers', 'The reason of a review is text.', '/subjectaccessreviews', { reason: 7 }, [
    'reason-of-an-allowance',
  ]),
  reviewed('reviews-without-rules', 'A rules review lists rules.', '/selfsubjectrulesreviews', { resourceRules: [] }, [
    'rules-review',
  ]),
  reviewed(
    'reviews-trust-any-token',
    'A token review says what the token is worth.',
    '/tokenreviews',
    { authenticated: true },
    ['token-review'],
  ),
];

/** Every mutant of this file. */
export const callerMutants: readonly Mutant[] = [...ofIdentities, ...ofNodes, ...ofReviews];
