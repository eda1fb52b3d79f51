import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-escalation-by-roles',
  title: 'Only a caller who holds all permissions of a role at that scope MUST be able to write it.',
  requirements: ['RBAC-035', 'RBAC-036', 'RBAC-037', 'RBAC-070U'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    const user = c.unique('user');
    const held = { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] };
    await c.grant(user, held, {
      apiGroups: [c.vendor.fill('rbac.authorization.{api}')],
      resources: ['roles'],
      verbs: ['create', 'update', 'get'],
    });
    await c.eventually(async () =>
      expectCreated(await c.as(user).post(roles.collection, role(groupVersion, 'Role', c.unique('r'), [held]))),
    );
    const wide = role(groupVersion, 'Role', 'wide', [{ ...held, resources: ['secrets'] }]);
    expectFailure(await c.as(user).post(roles.collection, wide), 403, 'Forbidden');
    expectStatus(await c.wire.get(roles.item('wide')), 404);
    const narrow = await createObject(c, roles.collection, role(groupVersion, 'Role', 'wide', [held]));
    const widened = { ...wide, metadata: { name: 'wide', resourceVersion: versionOf(narrow) } };
    expectFailure(await c.as(user).put(roles.item('wide'), widened), 403, 'Forbidden');
    expectField(await c.wire.get(roles.item('wide')), 'rules', [held]);
  },
} satisfies Case;
