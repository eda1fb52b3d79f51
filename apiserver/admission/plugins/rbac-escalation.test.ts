import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { rbacAuthorizer } from '../../authorization/rbac/authorizer.ts';
import { RuleResolver } from '../../authorization/rbac/resolve.ts';
import type { PolicyRule } from '../../authorization/rbac/role-forms.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { admit, testUser, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { rbacEscalation } from './rbac-escalation.ts';

const readPods = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
const readSecrets = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };

function role(name: string, rules: PolicyRule[], more: object = {}): ApiObject {
  return { apiVersion: 'x/v1', kind: 'Role', metadata: { name }, rules, ...more };
}

function binding(roleKind: string, roleName: string): ApiObject {
  return {
    apiVersion: 'x/v1',
    kind: 'RoleBinding',
    metadata: { name: 'b' },
    subjects: [{ kind: 'User', name: 'u' }],
    roleRef: { apiGroup: 'x', kind: roleKind, name: roleName },
  };
}

/** The user `u` holds these rules everywhere. */
function world(id: VendorId, ...held: PolicyRule[]) {
  const vendor = vendorOf(id);
  const resolver = new RuleResolver(
    {
      clusterRoles: new FixedLister([role('held', held), role('secrets', [readSecrets]), role('pods', [readPods])]),
      clusterRoleBindings: new FixedLister([binding('ClusterRole', 'held')]),
      roles: new FixedLister(),
      roleBindings: new FixedLister(),
    },
    vendor,
  );
  const plugin = rbacEscalation({ vendor, authorizer: rbacAuthorizer(resolver), rules: resolver });
  const group = vendor.fill('rbac.authorization.{api}');
  const write = (
    operation: 'CREATE' | 'UPDATE',
    resource: string,
    object: ApiObject,
    more: Partial<AdmissionAttributes> = {},
  ) =>
    admit(
      plugin,
      testWrite(operation, resource, { group, kind: { group, version: 'v1', kind: object.kind }, object, ...more }),
    );
  return { vendor, group, write };
}

for (const id of vendorIds) {
  t.test(`a role cannot hold more than its writer, with ${id} (RBAC-035 to RBAC-037)`, async (t) => {
    const { group, write } = world(id, readPods);
    t.equal(await write('CREATE', 'roles', role('r', [readPods])), undefined);
    const refused = await write('CREATE', 'roles', role('r', [readSecrets]));
    t.equal(refused?.code, 403);
    t.equal(
      refused?.message,
      `roles.${group} "r" is forbidden: user "u" (groups=[]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}`,
    );
    const widened = await write('UPDATE', 'roles', role('r', [readPods, readSecrets]), {
      oldObject: role('r', [readPods]),
    });
    t.equal(widened?.code, 403);
    const kept = role('r', [readSecrets], { metadata: { name: 'r', finalizers: ['x'] } });
    t.equal(await write('UPDATE', 'roles', kept, { oldObject: role('r', [readSecrets]) }), undefined);
  });

  t.test(`escalate frees role writes, for each kind apart, with ${id} (RBAC-038, RBAC-071)`, async (t) => {
    const { write } = world(id, {
      apiGroups: [vendorOf(id).fill('rbac.authorization.{api}')],
      resources: ['roles'],
      verbs: ['escalate'],
    });
    t.equal(await write('CREATE', 'roles', role('r', [readSecrets])), undefined);
    t.equal((await write('CREATE', 'clusterroles', role('r', [readSecrets]), { namespace: '' }))?.code, 403);
  });

  t.test(
    `escalate on a name reaches the role of the path, not what a POST creates, with ${id} (RBAC-038)`,
    async (t) => {
      const apiGroups = [vendorOf(id).fill('rbac.authorization.{api}')];
      const { write } = world(id, { apiGroups, resources: ['roles'], resourceNames: ['r'], verbs: ['escalate'] });
      const wide = role('r', [readSecrets]);
      t.equal(await write('UPDATE', 'roles', wide, { oldObject: role('r', []) }), undefined);
      t.equal((await write('UPDATE', 'roles', role('s', [readSecrets]), { oldObject: role('s', []) }))?.code, 403);
      t.equal((await write('CREATE', 'roles', wide))?.code, 403);
      t.equal(await write('CREATE', 'roles', wide, { requestName: 'r' }), undefined, 'a PUT to a free name');
    },
  );

  t.test(
    `a binding needs the rights of its role, or bind on that role, with ${id} (RBAC-039 to RBAC-041, RBAC-072)`,
    async (t) => {
      const plain = world(id, readPods);
      t.equal(await plain.write('CREATE', 'rolebindings', binding('ClusterRole', 'pods')), undefined);
      t.equal((await plain.write('CREATE', 'rolebindings', binding('ClusterRole', 'secrets')))?.code, 403);
      t.equal((await plain.write('CREATE', 'rolebindings', binding('Role', 'missing')))?.code, 404);
      const binder = world(id, {
        apiGroups: [plain.group],
        resources: ['clusterroles'],
        resourceNames: ['secrets'],
        verbs: ['bind'],
      });
      t.equal(await binder.write('CREATE', 'rolebindings', binding('ClusterRole', 'secrets')), undefined);
      t.equal((await binder.write('CREATE', 'rolebindings', binding('ClusterRole', 'pods')))?.code, 403);
    },
  );

  t.test(`a roleRef never changes, with ${id} (RBAC-020)`, async (t) => {
    const { vendor, write } = world(id, { apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
    const refused = await write('UPDATE', 'rolebindings', binding('ClusterRole', 'pods'), {
      name: 'b',
      oldObject: binding('ClusterRole', 'secrets'),
      user: testUser('root', 'system:masters'),
    });
    t.equal(refused?.code, vendor.behaviour.roleRefChangeStatus);
    t.match(refused?.message, /roleRef: Invalid value: .*: cannot change roleRef/);
  });
}

t.test('system:masters may write any role, and an aggregation rule needs all rights (RBAC-042)', async (t) => {
  const { write } = world('orch', readPods);
  const aggregated = role('r', [], { aggregationRule: { clusterRoleSelectors: [] } });
  const at = { namespace: '' };
  const masters = testUser('root', 'system:masters');
  t.equal(await write('CREATE', 'clusterroles', role('r', [readSecrets]), { ...at, user: masters }), undefined);
  t.match((await write('CREATE', 'clusterroles', aggregated, at))?.message, /must have cluster-admin privileges/);
});
