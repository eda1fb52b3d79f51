import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';

export default {
  id: 'masters-make-first-roles',
  title: 'A member of system:masters MUST be able to create any role and binding without holding its permissions.',
  requirements: ['RBAC-042'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const name = c.unique('first');
    c.removeLater(roles.item(name));
    c.removeLater(bindings.item(name));
    const everything = role(groupVersion, 'ClusterRole', name, [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]);
    expectFailure(await c.as(name).post(roles.collection, everything), 403, 'Forbidden');
    const master = c.as(name, 'system:masters');
    expectCreated(await master.post(roles.collection, everything));
    const bound = binding(groupVersion, 'ClusterRoleBinding', name, name, { kind: 'ClusterRole', name });
    expectCreated(await master.post(bindings.collection, bound));
    await c.eventually(async () => expectOk(await c.as(name).get('/api/v1/secrets')));
  },
} satisfies Case;
