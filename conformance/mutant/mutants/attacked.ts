// Mutants with known vulnerabilities: addresses of the host, path traversal, cross-site bodies, privilege escalation.
// And mutants that do not validate metadata, subjects and tokens.

import {
  accepting,
  headerOf,
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  type PassingRequest,
  withJson,
  withMetadata,
  withoutImpersonation,
} from '../contract/mutant.ts';

const textOf = ({ body }: PassingRequest): string => Buffer.from(body).toString();

/** Returns the object with every string changed. */
function texts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => texts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, texts(each, change)]));
}

const ofPaths: readonly Mutant[] = [
  accepting('asks-any-address', 'A node is not asked under an address of the host.', ['node-addresses'], ({ path }) =>
    /\/nodes\/[^/]+\/proxy/.test(path),
  ),
  overlooking('checks-rights-before-steps', 'The served path is authorized.', ['paths-stay-inside'], (request) => {
    const path = new URL(request.path.replaceAll(/%2f/gi, '/'), 'https://x').pathname;
    return path !== request.path && request.path.includes('.') ? { ...withoutImpersonation(request), path } : request;
  }),
  overlooking(
    'joins-slashes',
    'The path that is served is the one that was authorized.',
    ['paths-spelled-otherwise'],
    (request) =>
      request.path.includes('//')
        ? { ...withoutImpersonation(request), path: request.path.replaceAll(/\/{2,}/g, '/') }
        : request,
  ),
  {
    id: 'reads-underscores',
    breaks: 'The name of a header is the configured one.',
    noticedBy: ['smuggled-identity-headers'],
    start: () => ({
      answer: (answer, request) =>
        headerOf(request, 'x_remote_group') === ''
          ? answer
          : withJson(answer, (review) => ({
              ...review,
              status: { userInfo: { username: 'jane', groups: [headerOf(request, 'x_remote_group')] } },
            })),
    }),
  },
  overlooking('takes-any-file', 'A pod names files of its own.', ['paths-in-pods'], (request) =>
    request.method === 'POST' && request.path.endsWith('/pods')
      ? withJson(request, (pod) => texts(pod, (text) => text.replace('../', 'x/')) as Json)
      : request,
  ),
  {
    id: 'fails-on-odd-paths',
    breaks: 'A name that makes no sense is refused as such.',
    noticedBy: ['odd-requests'],
    start: () => ({
      answer: (answer, { path }) => (path.includes('%ff') ? { ...answer, status: 500 } : answer),
    }),
  },
];

const ofBodies: readonly Mutant[] = [
  overlooking('takes-forms', 'A body that any page may send is refused.', ['bodies-of-other-sites'], (request) =>
    /form-data|urlencoded/.test(headerOf(request, 'content-type'))
      ? { ...request, headers: { ...request.headers, 'content-type': ['application/json'] } }
      : request,
  ),
  {
    id: 'shows-itself-to-pages',
    breaks: 'No page of another site reads a response.',
    noticedBy: ['bodies-of-other-sites'],
    start: () => ({
      answer: (answer, request) => {
        const origin = headerOf(request, 'origin');
        if (origin === '') return answer;
        return { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': origin } };
      },
    }),
  },
  accepting(
    'takes-what-names-itself',
    'A document that expands without end is refused.',
    ['bodies-that-grow'],
    (request) => textOf(request).includes('&d {'),
  ),
  accepting(
    'takes-what-is-packed',
    'A compressed body that expands without end is refused.',
    ['bodies-that-grow'],
    (request) => headerOf(request, 'content-encoding') === 'gzip',
  ),
];

const ofRights: readonly Mutant[] = [
  overlooking(
    'gathers-for-everybody',
    'Aggregated rules need permissions.',
    ['escalation-by-aggregation'],
    (request) => (textOf(request).includes('aggregationRule') ? withoutImpersonation(request) : request),
  ),
  ...(
    [
      [
        'binds-no-accounts',
        'An account is a subject.',
        (subject) => (subject['kind'] === 'ServiceAccount' ? { ...subject, name: 'x' } : subject),
      ],
      [
        'binds-accounts-of-one-namespace',
        'An account has a namespace.',
        (subject) => (subject['kind'] === 'ServiceAccount' ? { ...subject, name: 'here' } : subject),
      ],
      [
        'binds-groups-as-users',
        'A group is no user.',
        (subject) => (subject['kind'] === 'Group' ? { ...subject, kind: 'User' } : subject),
      ],
    ] as const satisfies readonly (readonly [string, string, (subject: Json) => Json])[]
  ).map(([id, breaks, see]) =>
    overlooking(id, breaks, ['subjects-of-bindings'], (request) =>
      request.method === 'POST' && request.path.endsWith('/rolebindings')
        ? withJson(request, (binding) => ({ ...binding, subjects: ((binding['subjects'] ?? []) as Json[]).map(see) }))
        : request,
    ),
  ),
  ...(
    [
      ['nodes-read-other-attachments', /\/volumeattachments\/./],
      ['nodes-list-drivers', /\/csinodes$/],
      ['nodes-use-any-account', /\/serviceaccounts\/[^/]+\/token$/],
      ['nodes-read-secrets-of-any-volume', /\/secrets\/volume-/],
    ] as const
  ).map(([id, path]) =>
    overlooking(id, 'A node uses only objects of its own.', ['other-kinds-of-nodes'], (request) =>
      headerOf(request, 'impersonate-user').startsWith('system:node:') && path.test(request.path)
        ? withoutImpersonation(request)
        : request,
    ),
  ),
];

const ofRules: readonly Mutant[] = [
  overlooking('tokens-live-as-they-like', 'A token lives for ten minutes at least.', ['token-requests'], (request) =>
    request.path.endsWith('/token')
      ? withJson(request, (body) => {
          const { expirationSeconds: _asked, ...spec } = (body['spec'] ?? {}) as Json;
          return { ...body, spec };
        })
      : request,
  ),
  overlooking('tokens-of-any-pod', 'A token is bound to a pod of its account.', ['token-requests'], (request) =>
    request.path.endsWith('/token') && textOf(request).includes('of-other')
      ? withJson(request, (body) => ({ ...body, spec: {} }))
      : request,
  ),
  overlooking('two-controllers', 'One owner controls an object.', ['references-are-checked'], (request) =>
    withJson(request, (body) => {
      const owners = metadataOf(body)['ownerReferences'];
      if (!Array.isArray(owners) || owners.length < 2) return body;
      const kept = (owners as Json[]).map(({ controller: _one, ...owner }) => owner);
      return withMetadata(body, { ownerReferences: kept });
    }),
  ),
];

/** Every mutant of this file. */
export const attackedMutants: readonly Mutant[] = [...ofPaths, ...ofBodies, ...ofRights, ...ofRules];
