import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';

export default {
  id: 'escalate-frees-roles',
  title: "The verb escalate MUST allow role writes without holding the role's permissions.",
  requirements: ['RBAC-038', 'AUTHZ-031'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    const roles = c.resource(groupVersion, 'roles');
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [group], resources: ['roles'], verbs: ['create', 'escalate'] });
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['*'] }];
    await c.eventually(async () =>
      expectCreated(await c.as(user).post(roles.collection, role(groupVersion, 'Role', c.unique('wide'), rules))),
    );
  },
} satisfies Case;
