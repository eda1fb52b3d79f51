import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'names-are-path-segments',
  title: 'RBAC objects MUST accept any path segment as a name, and refuse other names.',
  requirements: ['RBAC-022'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const reference = { kind: 'ClusterRole', name: 'view' };
    const user = c.unique('user');
    for (const [paths, manifest] of [
      [c.resource(groupVersion, 'roles'), (name: string) => role(groupVersion, 'Role', name, [])],
      [c.clusterResource(groupVersion, 'clusterroles'), (name: string) => role(groupVersion, 'ClusterRole', name, [])],
      [
        c.resource(groupVersion, 'rolebindings'),
        (name: string) => binding(groupVersion, 'RoleBinding', name, user, reference),
      ],
      [
        c.clusterResource(groupVersion, 'clusterrolebindings'),
        (name: string) => binding(groupVersion, 'ClusterRoleBinding', name, user, reference),
      ],
    ] as const) {
      const segment = `${c.unique('team')}:Reader_1`;
      c.removeLater(paths.item(segment));
      await createObject(c, paths.collection, manifest(segment));
      expectOk(await c.wire.get(paths.item(segment)));
      for (const name of ['a/b', 'a%b', '.', '..'])
        expectFailure(await c.wire.post(paths.collection, manifest(name)), 422, 'Invalid');
    }
  },
} satisfies Case;
