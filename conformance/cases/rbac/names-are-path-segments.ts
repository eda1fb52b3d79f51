import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'names-are-path-segments',
  title: 'RBAC objects MUST accept any path segment as a name, and refuse other names.',
  requirements: ['RBAC-022'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'team:Reader_1', []));
    expectOk(await c.wire.get(roles.item('team:Reader_1')));
    for (const name of ['a/b', 'a%b', '.', '..'])
      expectFailure(await c.wire.post(roles.collection, role(groupVersion, 'Role', name, [])), 422, 'Invalid');
  },
} satisfies Case;
