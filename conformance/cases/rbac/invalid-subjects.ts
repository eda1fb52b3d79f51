import { expectNames } from '../../wire/expect/list.ts';
import { expectCreated, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'invalid-subjects',
  title: 'Subjects and role references of undocumented forms MUST be refused.',
  requirements: ['RBAC-015', 'RBAC-017', 'RBAC-018', 'RBAC-019'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const apiGroup = c.vendor.fill('rbac.authorization.{api}');
    const path = c.resource(groupVersion, 'rolebindings').collection;
    const bind = (subject: object, roleRef: object = { apiGroup, kind: 'Role', name: 'r' }) => ({
      apiVersion: groupVersion,
      kind: 'RoleBinding',
      metadata: { name: 'b' },
      subjects: [subject],
      roleRef,
    });
    const user = { kind: 'User', apiGroup, name: 'jane' };
    expectRefused(await c.wire.post(path, bind({ kind: 'Robot', apiGroup, name: 'jane' })));
    for (const kind of ['User', 'Group'])
      expectRefused(await c.wire.post(path, bind({ kind, apiGroup: 'other.example', name: 'jane' })));
    // Only the binding could give the namespace of this service account, and a ClusterRoleBinding has none.
    const nowhere = {
      ...bind({ kind: 'ServiceAccount', name: 'robot' }, { apiGroup, kind: 'ClusterRole', name: 'view' }),
    };
    const everywhere = c.clusterResource(groupVersion, 'clusterrolebindings');
    const name = c.unique('robot');
    c.removeLater(everywhere.item(name));
    expectRefused(
      await c.wire.post(everywhere.collection, { ...nowhere, kind: 'ClusterRoleBinding', metadata: { name } }),
    );
    expectRefused(await c.wire.post(path, bind(user, { apiGroup, kind: 'Pod', name: 'r' })));
    expectNames(await c.wire.get(path), []);
    expectCreated(await c.wire.post(path, bind(user)));
  },
} satisfies Case;
