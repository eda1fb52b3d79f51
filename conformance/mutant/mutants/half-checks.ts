// Mutants that check only a part: the first of several values, one verb of three, or objects without their
// sub-resources.

import {
  asSuccess,
  headerOf,
  type Json,
  metadataOf,
  type Mutant,
  overlooking,
  type PassingEvent,
  type PassingRequest,
  withJson,
  withoutImpersonation,
  withoutQuery,
} from '../contract/mutant.ts';

const writesRoles = ({ method, path, headers }: PassingRequest): boolean =>
  method !== 'GET' && /\/(cluster)?roles(\/|$)/.test(path) && headers['impersonate-user'] !== undefined;

/** Changes the rules of roles that other callers write, as the escalation check sees them. */
function rulesSeen(id: string, breaks: string, see: (rule: Json) => Json): Mutant {
  const seen = (role: Json): Json =>
    Array.isArray(role['rules']) ? { ...role, rules: (role['rules'] as Json[]).map(see) } : role;
  return overlooking(id, breaks, ['escalation-in-each-part'], (request) =>
    writesRoles(request) ? withJson(request, seen) : request,
  );
}

const ofEscalations: readonly Mutant[] = [
  rulesSeen('groups-of-roles-grow', 'No caller writes roles for more groups than its own permissions cover.', (rule) =>
    rule['apiGroups'] === undefined ? rule : { ...rule, apiGroups: ['apps'] },
  ),
  rulesSeen('names-of-roles-grow', 'No caller writes roles for more names than its own permissions cover.', (rule) =>
    rule['resources'] === undefined ? rule : { ...rule, resourceNames: ['a'] },
  ),
  rulesSeen('subresources-of-roles-grow', 'A permission on a resource does not include its sub-resources.', (rule) =>
    Array.isArray(rule['resources'])
      ? { ...rule, resources: (rule['resources'] as string[]).map((each) => each.replace('/status', '')) }
      : rule,
  ),
  rulesSeen('paths-of-roles-grow', 'No caller writes roles for more paths than its own permissions cover.', (rule) =>
    rule['nonResourceURLs'] === undefined ? rule : { ...rule, nonResourceURLs: ['/conformance/held/*'] },
  ),
  overlooking(
    'patched-roles-grow',
    'A patch of a role is an escalation too.',
    ['escalation-in-each-part'],
    (request) => (writesRoles(request) && request.method === 'PATCH' ? withoutImpersonation(request) : request),
  ),
];

/** Returns the request with other impersonation headers. */
function acting(
  request: PassingRequest,
  change: (name: string, values: readonly string[]) => readonly [string, readonly string[]],
) {
  const headers = Object.entries(request.headers).map(([name, value]) =>
    name.startsWith('impersonate-') ? change(name, [value].flat()) : [name, value],
  );
  return { ...request, headers: Object.fromEntries(headers) as PassingRequest['headers'] };
}

const ofImpersonation: readonly Mutant[] = [
  overlooking(
    'checks-the-first-group',
    'Each impersonated group is authorized.',
    ['each-value-is-checked', 'user-and-groups'],
    (request) => acting(request, (name, values) => [name, name === 'impersonate-group' ? values.slice(0, 1) : values]),
  ),
  overlooking(
    'checks-the-first-extra-value',
    'Each value of an extra field is authorized.',
    ['each-value-is-checked', 'extra-and-uid'],
    (request) => acting(request, (name, values) => [name, name.includes('-extra-') ? values.slice(0, 1) : values]),
  ),
  overlooking(
    'lowers-decoded-keys',
    'Keys of extra attributes keep the capitals that are encoded.',
    ['each-value-is-checked', 'keys-of-extras'],
    (request) => acting(request, (name, values) => [name.replace('%54', 't').replace('%41', 'a'), values]),
  ),
  overlooking(
    'never-decodes-keys',
    'Keys of extra attributes are decoded.',
    ['extra-and-uid', 'keys-of-extras'],
    (request) => acting(request, (name, values) => [name.replace('%2f', '%252f'), values]),
  ),
  overlooking(
    'asks-for-empty-uids',
    'An empty uid counts as none.',
    ['each-value-is-checked', 'keys-of-extras'],
    (request) =>
      acting(request, (name, values) => [name, name === 'impersonate-uid' && values[0] === '' ? ['none'] : values]),
  ),
];

/** A mutant that ignores a part of an access review. */
function reviewing(id: string, breaks: string, change: (spec: Json) => Json, noticedBy: readonly string[]): Mutant {
  return overlooking(id, breaks, noticedBy, (request) =>
    request.path.endsWith('subjectaccessreviews')
      ? withJson(request, (review) => ({ ...review, spec: change((review['spec'] ?? {}) as Json) }))
      : request,
  );
}

const ofReviews: readonly Mutant[] = [
  reviewing(
    'reviews-one-group',
    'A review counts every group.',
    (spec) => (Array.isArray(spec['groups']) ? { ...spec, groups: spec['groups'].slice(0, 1) } : spec),
    ['rights-by-group'],
  ),
  reviewing(
    'reviews-users-as-groups',
    'A review without groups is about the user alone.',
    (spec) => (spec['groups'] === undefined ? { ...spec, groups: [spec['user']] } : spec),
    ['rights-by-group'],
  ),
  reviewing(
    'reviews-any-name',
    'A review is about one object.',
    (spec) => {
      const { name: _name, ...attributes } = (spec['resourceAttributes'] ?? {}) as Json;
      return { ...spec, resourceAttributes: { ...attributes, name: 'a' } };
    },
    ['rights-by-group'],
  ),
  {
    id: 'reviews-deny',
    breaks: 'A review without an allowing rule does not set denied.',
    noticedBy: ['own-rights', 'rights-by-group'],
    start: () => ({
      answer: (answer, request) =>
        request.path.endsWith('subjectaccessreviews')
          ? withJson(answer, (review) => {
              const status = review['status'] as Json | undefined;
              return status?.['allowed'] === false ? { ...review, status: { ...status, denied: true } } : review;
            })
          : answer,
    }),
  },
];

const isSubresource = ({ path }: PassingRequest): boolean => /\/(status|scale|eviction)$/.test(path);

const ofSubresources: readonly Mutant[] = [
  overlooking(
    'subresources-forget-versions',
    'A sub-resource write with a stale version is refused.',
    ['stale-subresources'],
    (request) =>
      isSubresource(request)
        ? withJson(request, (body) => {
            const { resourceVersion: _version, ...metadata } = metadataOf(body);
            return { ...body, metadata };
          })
        : request,
  ),
  overlooking('subresources-are-never-dry', 'A sub-resource supports dry runs.', ['dry-run-subresources'], (request) =>
    isSubresource(request) ? withoutQuery(request, 'dryRun') : request,
  ),
  overlooking('evicts-in-dry-runs', 'Eviction options may request a dry run.', ['dry-run-subresources'], (request) =>
    request.path.endsWith('/eviction')
      ? withJson(request, ({ deleteOptions: _options, ...eviction }) => eviction)
      : request,
  ),
];

const ofDeletions: readonly Mutant[] = [
  overlooking(
    'deletes-whatever-the-field',
    'A field selector limits what the delete of a collection removes.',
    ['collection-by-field'],
    (request) => (request.method === 'DELETE' ? withoutQuery(request, 'fieldSelector') : request),
  ),
  {
    id: 'grace-of-zero-is-force',
    breaks: 'Finalizers hold an object whatever the grace period is.',
    noticedBy: ['held-with-grace-zero'],
    start: () => {
      const forced = new Set<string>();
      return {
        answer: (answer, request) => {
          if (request.method === 'DELETE' && Buffer.from(request.body).includes('"gracePeriodSeconds":0'))
            forced.add(request.path);
          const isGone = request.method === 'GET' && forced.has(request.path);
          return isGone ? { ...answer, status: 404 } : answer;
        },
      };
    },
  },
];

const ofTokens: readonly Mutant[] = [
  {
    id: 'tokens-for-anybody',
    breaks: 'A token is good for its audience.',
    noticedBy: ['token-of-another-audience'],
    start: () => ({
      answer: (answer, request) => {
        const [, claims = ''] = headerOf(request, 'authorization').split('.');
        return Buffer.from(claims, 'base64url').includes('conformance.example') ? asSuccess(answer) : answer;
      },
    }),
  },
  overlooking(
    'reviews-tokens-for-anybody',
    'A token review checks the audiences.',
    ['token-of-another-audience'],
    (request) =>
      request.path.endsWith('/tokenreviews')
        ? withJson(request, (review) => ({
            ...review,
            spec: { ...(review['spec'] as Json), audiences: ['conformance.example'] },
          }))
        : request,
  ),
];

const ofBookmarks: readonly Mutant[] = [
  {
    id: 'bookmarks-fall-behind',
    breaks: 'A bookmark is no older than its watch.',
    noticedBy: ['bookmark-when-idle'],
    start: () => ({
      events: () => (event) => {
        if (event.type !== 'BOOKMARK') return [event];
        const metadata = { ...(event.object['metadata'] as Json), resourceVersion: '1' };
        return [{ ...event, object: { ...event.object, metadata } }];
      },
    }),
  },
  {
    id: 'bookmarks-run-ahead',
    breaks: 'A bookmark comes after the changes up to its version.',
    noticedBy: ['bookmarks-on-the-way'],
    start: () => ({
      events: () => {
        let held: readonly PassingEvent[] = [];
        return (event) => {
          const passed = event.type === 'BOOKMARK' ? [event, ...held] : held;
          held = event.type === 'BOOKMARK' ? [] : [event];
          return passed;
        };
      },
    }),
  },
  overlooking(
    'bookmarks-for-everybody',
    'Watches that request bookmarks get them.',
    ['bookmarks-on-the-way'],
    (request) => {
      if (!request.query.has('watch')) return request;
      const query = new URLSearchParams(request.query);
      query.set('allowWatchBookmarks', 'true');
      return { ...request, query };
    },
  ),
];

/** Every mutant of this file. */
export const halfCheckMutants: readonly Mutant[] = [
  ...ofEscalations,
  ...ofImpersonation,
  ...ofReviews,
  ...ofSubresources,
  ...ofDeletions,
  ...ofTokens,
  ...ofBookmarks,
];
