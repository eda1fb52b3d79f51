// Mutants that read roles and bindings differently from how they were written.

import {
  headerOf,
  type Json,
  type Mutant,
  type PassingRequest,
  withJson,
  withoutImpersonation,
} from '../contract/mutant.ts';

/** A mutant that changes every rule of a role. */
function rereading(id: string, breaks: string, change: (rule: Json) => Json, noticedBy: readonly string[]): Mutant {
  const reread = (role: Json): Json =>
    Array.isArray(role['rules']) ? { ...role, rules: (role['rules'] as Json[]).map(change) } : role;
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({
      request: (request) => (isWriteOf('(cluster)?roles', request) ? withJson(request, reread) : request),
    }),
  };
}

function isWriteOf(resources: string, { method, path }: PassingRequest): boolean {
  return method !== 'GET' && method !== 'DELETE' && new RegExp(`/rbac\\.[^?]*/${resources}(/|$)`).test(path);
}

function isWriteOfOthers(request: PassingRequest): boolean {
  return headerOf(request, 'impersonate-user') !== '' && isWriteOf('(cluster)?role(binding)?s', request);
}

const ofRules: readonly Mutant[] = [
  rereading(
    'rules-for-any-group',
    'A rule counts in the groups that it names.',
    (rule) => ({ ...rule, apiGroups: ['*'] }),
    ['core-group-is-empty', 'wildcards'],
  ),
  rereading(
    'rules-for-any-resource',
    'A rule counts for the resources that it names.',
    (rule) => (rule['resources'] === undefined ? rule : { ...rule, resources: ['*'] }),
    ['anonymous-binding', 'anonymous-groups', 'rules-add-up', 'subresources-apart', 'wildcards'],
  ),
  rereading(
    'rules-for-any-name',
    'A rule with names counts for these alone.',
    ({ resourceNames: _names, ...rule }) => rule,
    ['limited-by-name', 'no-escalation-by-bindings', 'resource-names', 'rules-come-back'],
  ),
  rereading('rules-for-any-verb', 'A rule counts for the verbs that it names.', (rule) => ({ ...rule, verbs: ['*'] }), [
    'escalate-kinds-apart',
    'no-escalation-by-roles',
    'rules-come-back',
  ]),
  {
    id: 'forgets-aggregation',
    breaks: 'A role with selectors has the rules of the roles that they choose.',
    noticedBy: ['aggregation', 'rules-come-back', 'several-selectors', 'user-facing-aggregation'],
    start: () => ({
      request: (request) =>
        isWriteOf('clusterroles', request)
          ? withJson(request, ({ aggregationRule: _selectors, metadata, ...role }) => {
              const { labels: _labels, ...own } = metadata as Json;
              return { ...role, metadata: own };
            })
          : request,
    }),
  },
];

function withoutNames(role: Json): Json {
  const rules = (role['rules'] ?? []) as readonly Json[];
  return { ...role, rules: rules.map(({ resourceNames: _names, ...rule }) => rule) };
}

const ofBindings: readonly Mutant[] = [
  {
    id: 'default-roles-name-no-objects',
    breaks: 'Rules of default roles hold for the objects that they name only.',
    noticedBy: ['default-roles-in-full'],
    start: () => ({
      answer: (answer, request) =>
        request.path.endsWith('/clusterroles')
          ? withJson(answer, (list) => ({ ...list, items: (list['items'] as Json[]).map(withoutNames) }))
          : answer,
    }),
  },
  {
    id: 'default-roles-stay-broken',
    breaks: 'A start mends the default roles.',
    noticedBy: ['default-roles-are-mended'],
    start: () => {
      let broken = false;
      return {
        answer: (answer, request) => {
          if (isWriteOf('clusterroles', request)) broken = true;
          return broken && /\/clusterroles\/system(:|%3A)/.test(request.path)
            ? withJson(answer, (role) => ({ ...role, rules: [] }))
            : answer;
        },
      };
    },
  },
  {
    id: 'masters-are-like-others',
    breaks: 'The masters may do everything.',
    noticedBy: ['masters-make-first-roles'],
    start: () => ({
      answer: (answer, request) =>
        headerOf(request, 'impersonate-group').includes('system:masters') ? { ...answer, status: 403 } : answer,
    }),
  },
  {
    id: 'every-role-may-do-everything',
    breaks: 'Roles that come with the service hold what is documented of them.',
    noticedBy: ['monitoring-role', 'roles-do-not-write-endpoints', 'view-edit-admin'],
    start: () => ({
      request: (request) =>
        isWriteOf('(cluster)?rolebindings', request)
          ? withJson(request, (binding) => {
              const role = binding['roleRef'] as Json;
              return role['kind'] === 'ClusterRole'
                ? { ...binding, roleRef: { ...role, name: 'cluster-admin' } }
                : binding;
            })
          : request,
    }),
  },
  {
    id: 'names-without-case',
    breaks: 'Names of subjects are compared by case.',
    noticedBy: ['names-are-case-sensitive'],
    start: () => ({
      request: (request) => {
        const headers = { ...request.headers };
        const user = headerOf(request, 'impersonate-user');
        if (user !== '') headers['impersonate-user'] = user.toLowerCase();
        const lower = (binding: Json): Json => ({
          ...binding,
          subjects: (binding['subjects'] as Json[]).map((one) => ({ ...one, name: String(one['name']).toLowerCase() })),
        });
        const changed = { ...request, headers };
        return isWriteOf('(cluster)?rolebindings', request) ? withJson(changed, lower) : changed;
      },
    }),
  },
  {
    id: 'lets-rights-grow',
    breaks: 'No caller writes roles and bindings with more permissions than its own.',
    noticedBy: [
      'binding-update-is-an-escalation',
      'escalate-kinds-apart',
      'no-escalation-by-bindings',
      'no-escalation-by-roles',
    ],
    start: () => ({ request: (request) => (isWriteOfOthers(request) ? withoutImpersonation(request) : request) }),
  },
  {
    id: 'nobody-may-write-roles',
    breaks: 'Callers with the permission, also by the verb escalate, write roles and bindings.',
    noticedBy: ['escalate-frees-roles', 'no-escalation-by-roles'],
    start: () => ({
      answer: (answer, request) => (isWriteOfOthers(request) ? { ...answer, status: 403 } : answer),
    }),
  },
];

/** Every mutant of this file. */
export const roleMutants: readonly Mutant[] = [...ofRules, ...ofBindings];
