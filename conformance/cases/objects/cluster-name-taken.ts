import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { namespace, node, role } from '../../fixtures/manifests.ts';

export default {
  id: 'cluster-name-taken',
  title: 'The name of a cluster-scoped object MUST be unique in the cluster.',
  requirements: ['OBJ-026'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const name = c.unique('taken');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    for (const path of [roles.item(name), `/api/v1/nodes/${name}`]) c.removeLater(path);
    // Another kind may use the same name.
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, []));
    await createObject(c, '/api/v1/nodes', node(name));
    for (const [path, manifest] of [
      ['/api/v1/namespaces', namespace(c.namespace)],
      ['/api/v1/nodes', node(name)],
      [roles.collection, role(groupVersion, 'ClusterRole', name, [])],
    ] as const) {
      expectFailure(await c.wire.post(path, manifest), 409, 'AlreadyExists');
    }
  },
} satisfies Case;
