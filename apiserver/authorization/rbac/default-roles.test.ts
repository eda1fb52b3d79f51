// The roles and bindings that a server makes for itself (requirements RBAC).

import t from 'tap';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { defaultRoles, defaultRules } from './default-roles.ts';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = defaultRoles(vendor);
  const lists = { clusterRoles, clusterRoleBindings, roles, roleBindings };
  const kinds = {
    clusterRoles: 'ClusterRole',
    clusterRoleBindings: 'ClusterRoleBinding',
    roles: 'Role',
    roleBindings: 'RoleBinding',
  };

  t.test(`each default object has its kind, its label, and its autoupdate annotation, with ${id} (RBAC-043)`, (t) => {
    for (const [list, kind] of Object.entries(kinds)) {
      for (const object of lists[list as keyof typeof lists]) {
        const { name = '', namespace, labels, annotations } = object.metadata;
        t.strictSame([object.apiVersion, object.kind], [vendor.fill('rbac.authorization.{api}/v1'), kind], name);
        t.equal(labels?.[vendor.fill('{label}/bootstrapping')], 'rbac-defaults', name);
        t.equal(annotations?.[vendor.fill('rbac.authorization.{label}/autoupdate')], 'true', name);
        t.equal(namespace === undefined, kind.startsWith('Cluster'), name);
      }
    }
    t.end();
  });

  t.test(`each binding refers to a default role of its scope, and to subjects of known kinds, with ${id}`, (t) => {
    const names = { ClusterRole: clusterRoles, Role: roles };
    const apiGroup = vendor.fill('rbac.authorization.{api}');
    for (const binding of [...clusterRoleBindings, ...roleBindings]) {
      const { kind, name } = binding.roleRef;
      t.strictSame(
        [binding.roleRef.apiGroup, kind],
        [apiGroup, binding.kind === 'RoleBinding' ? 'Role' : 'ClusterRole'],
        binding.metadata.name ?? '',
      );
      const known = names[kind as keyof typeof names].some(({ metadata }) => metadata.name === name);
      t.ok(known, `${binding.metadata.name} binds ${name}`);
      for (const subject of binding.subjects ?? []) {
        const isAccount = subject.kind === 'ServiceAccount';
        t.ok(isAccount || subject.kind === 'User' || subject.kind === 'Group');
        t.strictSame(
          [subject.apiGroup, subject.namespace],
          isAccount ? [undefined, vendor.fill('{short}-system')] : [apiGroup, undefined],
          `${subject.kind} ${subject.name} of ${binding.metadata.name}`,
        );
      }
    }
    t.end();
  });

  t.test(`roles that users are given are put together of others by a label, with ${id} (RBAC-055)`, (t) => {
    const find = (name: string) => clusterRoles.find(({ metadata }) => metadata.name === name);
    for (const [name, from] of [
      ['admin', 'system:aggregate-to-admin'],
      ['edit', 'system:aggregate-to-edit'],
      ['view', 'system:aggregate-to-view'],
    ] as const) {
      const label = vendor.fill(`rbac.authorization.{api}/aggregate-to-${name}`);
      const role = find(name);
      t.strictSame(role?.aggregationRule, { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] }, name);
      t.strictSame(role?.rules, [], name);
      t.equal(find(from)?.metadata.labels?.[label], 'true', name);
      t.ok((find(from)?.rules ?? []).length > 0, from);
    }
    t.end();
  });

  t.test(`a rule has verbs, and either resources with groups or paths, with ${id}`, (t) => {
    for (const { rules, metadata } of [...clusterRoles, ...roles]) {
      for (const rule of rules ?? []) {
        t.ok((rule.verbs ?? []).length > 0, metadata.name ?? '');
        t.equal(rule.resources === undefined, rule.apiGroups === undefined, metadata.name ?? '');
        t.ok(rule.resources !== undefined || rule.nonResourceURLs !== undefined, metadata.name ?? '');
        const all = [...(rule.verbs ?? []), ...(rule.resources ?? []), ...(rule.nonResourceURLs ?? [])];
        t.notOk(
          all.some((word) => word === '' || /[{} ]/.test(word)),
          `${metadata.name}: ${all.join()}`,
        );
        t.notOk(rule.apiGroups?.includes('core'), 'the core group is the empty one');
      }
    }
    t.end();
  });

  t.test(`the administrators may do everything, with ${id} (RBAC-054)`, (t) => {
    t.strictSame(defaultRules(vendor, 'cluster-admin'), [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ]);
    const binding = clusterRoleBindings.find(({ metadata }) => metadata.name === 'cluster-admin');
    const apiGroup = vendor.fill('rbac.authorization.{api}');
    t.strictSame(binding?.subjects, [{ kind: 'Group', apiGroup, name: 'system:masters' }]);
    t.throws(() => defaultRules(vendor, 'absent'), { message: 'no default cluster role absent' });
    t.end();
  });
}
