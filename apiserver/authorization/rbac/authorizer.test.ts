import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Attributes, Authorizer, ResourceAttributes } from '../contract/authorizer.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { rbacAuthorizer } from './authorizer.ts';
import { defaultRoles } from './default-roles.ts';
import { RuleResolver } from './resolve.ts';
import type { PolicyRule } from './role-forms.ts';

const vendor = vendorOf('orch');

function user(username: string, ...groups: string[]): UserInfo {
  return { username, groups, extra: new Map() };
}

function asked(username: string, verb: string, resource: string, more: Partial<ResourceAttributes> = {}): Attributes {
  return {
    kind: 'resource',
    user: user(username),
    verb,
    group: '',
    version: 'v1',
    resource,
    subresource: '',
    namespace: '',
    name: '',
    ...more,
  };
}

function role(name: string, rules: PolicyRule[], namespace?: string): ApiObject {
  return {
    apiVersion: 'x/v1',
    kind: 'Role',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    rules,
  };
}

function binding(name: string, roleKind: string, roleName: string, subjects: object[], namespace?: string): ApiObject {
  return {
    apiVersion: 'x/v1',
    kind: 'Binding',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    subjects,
    roleRef: { apiGroup: 'x', kind: roleKind, name: roleName },
  };
}

function world(objects: {
  clusterRoles?: ApiObject[];
  roles?: ApiObject[];
  clusterRoleBindings?: ApiObject[];
  roleBindings?: ApiObject[];
}) {
  const listers = {
    clusterRoles: new FixedLister(objects.clusterRoles ?? []),
    roles: new FixedLister(objects.roles ?? []),
    clusterRoleBindings: new FixedLister(objects.clusterRoleBindings ?? []),
    roleBindings: new FixedLister(objects.roleBindings ?? []),
  };
  return { listers, authorizer: rbacAuthorizer(new RuleResolver(listers, vendor)) };
}

const jane = { kind: 'User', name: 'Jane' };

async function outcome(authorizer: Authorizer, attributes: Attributes): Promise<string> {
  return (await authorizer.authorize(attributes)).outcome;
}

async function withRule(rule: PolicyRule, attributes: Attributes): Promise<string> {
  const { authorizer } = world({
    clusterRoles: [role('r', [rule])],
    clusterRoleBindings: [binding('b', 'ClusterRole', 'r', [jane])],
  });
  return outcome(authorizer, attributes);
}

t.test('a rule matches verbs, groups, resources and sub-resources (RBAC-003, RBAC-023 to RBAC-026)', async (t) => {
  const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
  t.equal(await withRule(pods, asked('Jane', 'get', 'pods')), 'allow');
  t.equal(await withRule({ ...pods, apiGroups: ['v1'] }, asked('Jane', 'get', 'pods')), 'no-opinion');
  t.equal(await withRule(pods, asked('Jane', 'list', 'pods')), 'no-opinion');
  t.equal(await withRule(pods, asked('Jane', 'get', 'pods', { subresource: 'log' })), 'no-opinion');
  t.equal(
    await withRule({ ...pods, resources: ['pods/log'] }, asked('Jane', 'get', 'pods', { subresource: 'log' })),
    'allow',
  );
  t.equal(await withRule({ ...pods, resources: ['pods/log'] }, asked('Jane', 'get', 'pods')), 'no-opinion');
  t.equal(
    await withRule({ ...pods, resources: ['*/scale'] }, asked('Jane', 'get', 'pods', { subresource: 'scale' })),
    'allow',
  );
  t.equal(await withRule({ ...pods, resources: ['*'] }, asked('Jane', 'get', 'pods', { subresource: 'log' })), 'allow');
  t.equal(await withRule({ ...pods, apiGroups: ['*'] }, asked('Jane', 'get', 'pods', { group: 'apps' })), 'allow');
  t.equal(await withRule({ ...pods, verbs: ['*'] }, asked('Jane', 'anything', 'pods')), 'allow');
});

t.test('resourceNames restrict a rule, an empty list does not (RBAC-028, RBAC-029)', async (t) => {
  const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'create'], resourceNames: ['a'] };
  t.equal(await withRule(rule, asked('Jane', 'get', 'pods', { name: 'a' })), 'allow');
  t.equal(await withRule(rule, asked('Jane', 'get', 'pods', { name: 'b' })), 'no-opinion');
  t.equal(await withRule(rule, asked('Jane', 'create', 'pods')), 'no-opinion');
  t.equal(await withRule({ ...rule, resourceNames: [] }, asked('Jane', 'get', 'pods', { name: 'b' })), 'allow');
});

t.test('paths match exactly or by a trailing star (RBAC-007, RBAC-027)', async (t) => {
  const path = (text: string): Attributes => ({ kind: 'path', user: user('Jane'), verb: 'get', path: text });
  const rule = { nonResourceURLs: ['/healthz', '/metrics/*'], verbs: ['get'] };
  t.equal(await withRule(rule, path('/healthz')), 'allow');
  t.equal(await withRule(rule, path('/healthz/x')), 'no-opinion');
  t.equal(await withRule(rule, path('/metrics/x/y')), 'allow');
  t.equal(await withRule(rule, path('/metrics')), 'no-opinion');
  t.equal(await withRule({ nonResourceURLs: ['*'], verbs: ['get'] }, path('/any')), 'allow');
  t.equal(await withRule({ nonResourceURLs: ['*'], verbs: ['get'] }, asked('Jane', 'get', 'pods')), 'no-opinion');
});

t.test(
  'a RoleBinding grants inside its namespace only, also a ClusterRole (RBAC-012, RBAC-013, RBAC-076)',
  async (t) => {
    const all = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
    const { authorizer } = world({
      clusterRoles: [role('wide', [all, { nonResourceURLs: ['*'], verbs: ['*'] }])],
      roles: [role('local', [all], 'b')],
      roleBindings: [binding('x', 'ClusterRole', 'wide', [jane], 'a'), binding('y', 'Role', 'local', [jane], 'c')],
    });
    t.equal(await outcome(authorizer, asked('Jane', 'get', 'pods', { namespace: 'a' })), 'allow');
    t.equal(await outcome(authorizer, asked('Jane', 'get', 'pods', { namespace: 'b' })), 'no-opinion');
    t.equal(await outcome(authorizer, asked('Jane', 'get', 'nodes')), 'no-opinion');
    t.equal(
      await outcome(authorizer, { kind: 'path', user: user('Jane'), verb: 'get', path: '/healthz' }),
      'no-opinion',
    );
    const foreign = await authorizer.authorize(asked('Jane', 'get', 'pods', { namespace: 'c' }));
    t.equal(foreign.reason, vendor.fill('RBAC: role.rbac.authorization.{api} "local" not found'));
  },
);

t.test(
  'subjects are users, groups and service accounts, names by exact case (RBAC-015, RBAC-016, RBAC-032)',
  async (t) => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    const { authorizer } = world({
      clusterRoles: [role('r', rules)],
      clusterRoleBindings: [
        binding('b', 'ClusterRole', 'r', [
          jane,
          { kind: 'Group', name: 'devs' },
          { kind: 'ServiceAccount', name: 'bot', namespace: 'ns' },
        ]),
      ],
    });
    t.equal(await outcome(authorizer, asked('jane', 'get', 'pods')), 'no-opinion');
    t.equal(await outcome(authorizer, asked('system:serviceaccount:other:bot', 'get', 'pods')), 'no-opinion');
    const account = await authorizer.authorize(asked('system:serviceaccount:ns:bot', 'get', 'pods'));
    t.equal(account.reason, 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to ServiceAccount "bot/ns"');
    const member = await authorizer.authorize(asked('x', 'get', 'pods', { user: user('x', 'devs') }));
    t.equal(member.reason, 'RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "r" to Group "devs"');
  },
);

t.test('changes of roles and bindings count at once (RBAC-004, RBAC-021)', async (t) => {
  const { listers, authorizer } = world({});
  const question = asked('Jane', 'get', 'pods', { namespace: 'a' });
  t.equal(await outcome(authorizer, question), 'no-opinion');
  listers.roleBindings.put(binding('b', 'Role', 'r', [jane], 'a'));
  t.match((await authorizer.authorize(question)).reason, /"r" not found/);
  listers.roles.put(role('r', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }], 'a'));
  const allowed = await authorizer.authorize(question);
  t.equal(allowed.reason, 'RBAC: allowed by RoleBinding "b/a" of Role "r" to User "Jane"');
  listers.roleBindings.remove('a', 'b');
  t.equal(await outcome(authorizer, question), 'no-opinion');
});

t.test('many bindings of others cost a request nothing', async (t) => {
  const among = async (count: number) => {
    const { authorizer } = world({
      clusterRoles: [role('r', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }])],
      clusterRoleBindings: Array.from({ length: count }, (_, index) =>
        binding(`b${index}`, 'ClusterRole', 'r', [{ kind: 'User', name: `u${index}` }]),
      ),
    });
    await authorizer.authorize(asked('u1', 'get', 'pods'));
    return authorizer;
  };
  const millisecondsOf = async (authorizer: Awaited<ReturnType<typeof among>>): Promise<number> => {
    const start = performance.now();
    for (let round = 0; round < 200; round += 1)
      if ((await outcome(authorizer, asked('u7', 'list', 'pods'))) !== 'no-opinion') t.fail('allowed');
    return performance.now() - start;
  };
  const [few, many] = [await among(10), await among(20_000)];
  let [least, leastOfMany] = [Infinity, Infinity];
  const costsNothing = (): boolean => leastOfMany < 10 * least;
  // Measures both in turns and compares the quickest of each, with more turns on a busy machine. An authorizer that checks
  // all bindings would take a thousand times as long in every turn.
  for (let turn = 0; turn < 10 || (turn < 100 && !costsNothing()); turn += 1) {
    least = Math.min(least, await millisecondsOf(few));
    leastOfMany = Math.min(leastOfMany, await millisecondsOf(many));
  }
  t.ok(costsNothing(), `${leastOfMany} ms among 20,000 bindings, ${least} ms among 10`);
});

for (const id of vendorIds) {
  t.test(`the default roles are as documented for ${id} (RBAC-043, RBAC-054 to RBAC-067)`, async (t) => {
    const profile = vendorOf(id);
    const made = defaultRoles(profile);
    const listers = {
      clusterRoles: new FixedLister([...made.clusterRoles]),
      roles: new FixedLister([...made.roles]),
      clusterRoleBindings: new FixedLister([...made.clusterRoleBindings]),
      roleBindings: new FixedLister([...made.roleBindings]),
    };
    const authorizer = rbacAuthorizer(new RuleResolver(listers, profile));
    t.equal(made.clusterRoles.length, 68);
    t.equal(made.clusterRoleBindings.length, 49);
    for (const object of [...made.clusterRoles, ...made.clusterRoleBindings, ...made.roles, ...made.roleBindings]) {
      t.equal(object.metadata.labels?.[profile.fill('{label}/bootstrapping')], 'rbac-defaults');
      t.equal(object.metadata.annotations?.[profile.fill('rbac.authorization.{label}/autoupdate')], 'true');
      t.notMatch(JSON.stringify(object), /[{]\w+[}]/, 'no placeholder is left');
    }
    const authenticated = user('x', 'system:authenticated');
    const group = profile.fill('authentication.{api}');
    t.equal(
      await outcome(authorizer, asked('x', 'create', 'selfsubjectreviews', { user: authenticated, group })),
      'allow',
    );
    t.equal(await outcome(authorizer, { kind: 'path', user: authenticated, verb: 'get', path: '/apis' }), 'allow');
    const anonymous = user('system:anonymous', 'system:unauthenticated');
    t.equal(await outcome(authorizer, { kind: 'path', user: anonymous, verb: 'get', path: '/version' }), 'allow');
    t.equal(await outcome(authorizer, { kind: 'path', user: anonymous, verb: 'get', path: '/apis' }), 'no-opinion');
    const monitor = user('m', 'system:monitoring');
    t.equal(await outcome(authorizer, { kind: 'path', user: monitor, verb: 'get', path: '/metrics' }), 'allow');
    const manager = profile.fill('system:{short}-controller-manager');
    t.equal(await outcome(authorizer, asked(manager, 'watch', 'namespaces')), 'allow');
    const collector = profile.fill('system:serviceaccount:{short}-system:generic-garbage-collector');
    t.equal(await outcome(authorizer, asked(collector, 'delete', 'pods', { namespace: 'a', name: 'p' })), 'allow');
  });
}

t.test(
  'a rules review lists each rule by its parts, with the names that it is restricted to (REVIEW-023)',
  async (t) => {
    const { authorizer } = world({
      clusterRoles: [
        role('r', [
          { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['one'] },
          { verbs: ['list'], apiGroups: ['apps'], resources: ['deployments'] },
          { verbs: ['get'], nonResourceURLs: ['/metrics'] },
        ]),
      ],
      clusterRoleBindings: [binding('b', 'ClusterRole', 'r', [jane])],
    });
    const { rules } = await authorizer.rulesFor(user('Jane'), 'ns');
    t.strictSame(rules, [
      { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['one'] },
      { verbs: ['list'], apiGroups: ['apps'], resources: ['deployments'] },
      { verbs: ['get'], nonResourceURLs: ['/metrics'] },
    ]);
    t.strictSame((await authorizer.rulesFor(user('jane'), 'ns')).rules, [], 'names are case sensitive');
  },
);
