import { expectNames } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
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
      // Each has its own name: an object that should not be there must not refuse the next one.
      metadata: { name: c.unique('b') },
      subjects: [subject],
      roleRef,
    });
    const user = { kind: 'User', apiGroup, name: 'jane' };
    const valid = bind(user);
    expectCreated(await c.wire.post(path, valid));
    const item = c.resource(groupVersion, 'rolebindings').item(valid.metadata.name);
    /** Neither a new binding nor a stored one takes the subject. */
    const areRefused = async (...subjects: readonly object[]) => {
      for (const subject of subjects) {
        expectRefused(await c.wire.post(path, bind(subject)));
        expectRefused(await c.wire.patch(item, 'merge', { subjects: [subject] }));
      }
      expectField(await c.wire.get(item), 'subjects', [user]);
    };
    await c.holds('RBAC-015', () => areRefused({ kind: 'Robot', apiGroup, name: 'jane' }, { apiGroup, name: 'jane' }));
    await c.holds('RBAC-017', () =>
      areRefused(...['User', 'Group'].map((kind) => ({ kind, apiGroup: 'other.example', name: 'jane' }))),
    );
    const everywhere = c.clusterResource(groupVersion, 'clusterrolebindings');
    const bindEverywhere = (subject: object, roleRef: object) => {
      const manifest = { ...bind(subject, roleRef), kind: 'ClusterRoleBinding' };
      c.removeLater(everywhere.item(manifest.metadata.name));
      return c.wire.post(everywhere.collection, manifest);
    };
    // Only the binding could give the namespace of this service account, and a ClusterRoleBinding has none.
    await c.holds('RBAC-018', async () =>
      expectRefused(
        await bindEverywhere(
          { kind: 'ServiceAccount', name: 'robot' },
          { apiGroup, kind: 'ClusterRole', name: 'view' },
        ),
      ),
    );
    await c.holds('RBAC-019', async () => {
      for (const roleRef of [
        { apiGroup, kind: 'Pod', name: 'r' },
        { apiGroup, kind: 'Role', name: '' },
        { apiGroup: 'other.example', kind: 'Role', name: 'r' },
      ]) {
        expectRefused(await c.wire.post(path, bind(user, roleRef)));
      }
      // There is no Role beside the namespaces.
      expectRefused(await bindEverywhere(user, { apiGroup, kind: 'Role', name: 'r' }));
    });
    expectNames(await c.wire.get(path), [valid.metadata.name]);
  },
} satisfies Case;
