import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'escalate-kinds-apart',
  title: 'The permission to escalate roles SHOULD NOT apply to cluster roles.',
  requirements: ['RBAC-071'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const [name, user] = [c.unique('escalator'), c.unique('user')];
    c.removeLater(roles.item(name));
    c.removeLater(bindings.item(name));
    const rules = [
      { apiGroups: [group], resources: ['roles', 'clusterroles'], verbs: ['create'] },
      { apiGroups: [group], resources: ['roles'], verbs: ['escalate'] },
    ];
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules));
    await createObject(
      c,
      bindings.collection,
      binding(groupVersion, 'ClusterRoleBinding', name, user, { kind: 'ClusterRole', name }),
    );
    const wide = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
    await c.eventually(async () => {
      const path = c.resource(groupVersion, 'roles').collection;
      expectCreated(await c.as(user).post(path, role(groupVersion, 'Role', c.unique('r'), wide)));
    });
    expectFailure(
      await c.as(user).post(roles.collection, role(groupVersion, 'ClusterRole', c.unique('r'), wide)),
      403,
      'Forbidden',
    );
  },
} satisfies Case;
