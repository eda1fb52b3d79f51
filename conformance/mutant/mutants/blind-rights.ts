// Mutants of rarely tested permissions: wildcards, other nodes, anonymous callers, expired tokens, and one health check
// of several.

import {
  accepting,
  asSuccess,
  headerOf,
  type Json,
  type Mutant,
  overlooking,
  type PassingRequest,
  withJson,
  withoutImpersonation,
} from '../contract/mutant.ts';

/** A mutant that allows some requests that it should refuse. */
const lettingIn = (...[id, breaks, noticedBy, isAccepted]: Parameters<typeof accepting>): Mutant =>
  accepting(id, breaks, noticedBy, isAccepted, [401, 403]);

/** A part of the bearer token of a request; empty if there is no such token. */
function tokenPart(request: PassingRequest, index: 0 | 1): Json {
  try {
    const part = headerOf(request, 'authorization').replace('Bearer ', '').split('.')[index] ?? '';
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
  } catch {
    return {};
  }
}

const isNobody = (request: PassingRequest): boolean => headerOf(request, 'authorization') === '';

const ofCallers: readonly Mutant[] = [
  lettingIn(
    'tokens-never-expire',
    'A token is good in its time.',
    ['claims-are-checked'],
    (request) => Number(tokenPart(request, 1)['exp'] ?? Infinity) * 1_000 < Date.now(),
  ),
  lettingIn(
    'takes-unsigned-tokens',
    'A token has a signature.',
    ['claims-are-checked'],
    (request) => tokenPart(request, 0)['alg'] === 'none',
  ),
  lettingIn(
    'looks-up-keys-elsewhere',
    'A token is signed with a key of the service.',
    ['tokens-with-two-readings'],
    (request) => tokenPart(request, 0)['jku'] !== undefined,
  ),
  lettingIn(
    'measures-for-everybody',
    'Metrics are for those who may read them.',
    ['each-path-without-credentials'],
    (request) => isNobody(request) && request.path === '/metrics',
  ),
  lettingIn(
    'patches-by-everybody',
    'Callers without credentials cannot write.',
    ['each-path-without-credentials'],
    (request) => isNobody(request) && request.method === 'PATCH',
  ),
];

const agentOf = (request: PassingRequest): string =>
  /^system:node:.+$/.exec(headerOf(request, 'impersonate-user'))?.[0] ?? '';

function readByNodes(id: string, breaks: string, path: RegExp): Mutant {
  return overlooking(id, breaks, ['rights-of-one-node'], (request) =>
    agentOf(request) !== '' && path.test(request.path) ? withoutImpersonation(request) : request,
  );
}

const ofNodes: readonly Mutant[] = [
  readByNodes('nodes-read-volumes-of-others', 'Volumes are for the nodes that use them.', /\/persistentvolumes\//),
  readByNodes('nodes-read-claims-of-others', 'Claims are for the nodes that use them.', /\/persistentvolumeclaims\//),
  readByNodes('nodes-read-what-pulls', 'Secrets for images are for the nodes that pull them.', /\/secrets\/pull-/),
  readByNodes('nodes-read-variables', 'What is in variables is for the nodes that set them.', /\/configmaps\/variable/),
  {
    id: 'nodes-keep-their-rights',
    breaks: 'The rights of a node go with its pods.',
    noticedBy: ['rights-of-one-node', 'secrets-follow-pods'],
    start: () => {
      const read = new Set<string>();
      return {
        answer: (answer, request) => {
          const key = `${agentOf(request)} ${request.path}`;
          if (answer.status === 200) read.add(key);
          return answer.status === 403 && read.has(key) ? asSuccess(answer) : answer;
        },
      };
    },
  },
];

/** A mutant that changes the resources of rules. */
function ruling(id: string, breaks: string, see: (resource: string) => string): Mutant {
  return overlooking(id, breaks, ['subresource-wildcards'], (request) =>
    request.method === 'POST' && request.path.endsWith('/roles')
      ? withJson(request, (role) => ({
          ...role,
          rules: ((role['rules'] ?? []) as Json[]).map((rule) => ({
            ...rule,
            resources: ((rule['resources'] ?? []) as string[]).map(see),
          })),
        }))
      : request,
  );
}

const ofRules: readonly Mutant[] = [
  ruling('stars-behind-resources', 'A star behind a resource means nothing.', (resource) =>
    resource.replace('pods/*', 'pods/status'),
  ),
  ruling('stars-for-one-parent', 'A star in front of a sub-resource is for all parents.', (resource) =>
    resource.replace('*/status', 'pods/status'),
  ),
  ruling('stars-for-all-that-follows', 'A star in front of a sub-resource is for this sub-resource.', (resource) =>
    resource.replace(/^\*\/\w+$/, '*'),
  ),
];

/** A mutant that changes the tolerations of pods. */
function tolerating(id: string, breaks: string, see: (tolerations: readonly Json[]) => readonly Json[]): Mutant {
  return overlooking(id, breaks, ['toleration-seconds'], (request) =>
    request.method === 'POST' && request.path.endsWith('/pods')
      ? withJson(request, (pod) => {
          const spec = pod['spec'] as Json;
          return { ...pod, spec: { ...spec, tolerations: see((spec['tolerations'] ?? []) as Json[]) } };
        })
      : request,
  );
}

const ofTolerations: readonly Mutant[] = [
  tolerating('tolerates-for-ever', 'A toleration may have an end.', (tolerations) =>
    tolerations.map(({ tolerationSeconds: _end, ...toleration }) => toleration),
  ),
  tolerating('tolerates-not-for-a-time', 'A toleration with an end counts until then.', (tolerations) =>
    tolerations.filter((toleration) => toleration['tolerationSeconds'] === undefined),
  ),
];

const ofHealth: readonly Mutant[] = [
  {
    id: 'leaves-all-checks-out',
    breaks: 'One check that is left out leaves the others in.',
    noticedBy: ['one-failing-check'],
    start: () => ({
      answer: (answer, request) =>
        request.path === '/readyz' && request.query.has('exclude') ? { ...answer, status: 200 } : answer,
    }),
  },
  {
    id: 'fails-with-every-check',
    breaks: 'A check that passes passes beside one that fails.',
    noticedBy: ['one-failing-check'],
    start: () => {
      let failed = false;
      return {
        answer: (answer, request) => {
          failed ||= request.path === '/readyz' && answer.status === 500;
          return failed && request.path.startsWith('/readyz/') ? { ...answer, status: 500 } : answer;
        },
      };
    },
  },
];

/** Every mutant of this file. */
export const blindRightMutants: readonly Mutant[] = [
  ...ofCallers,
  ...ofNodes,
  ...ofRules,
  ...ofTolerations,
  ...ofHealth,
];
