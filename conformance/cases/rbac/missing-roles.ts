import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'missing-roles',
  title:
    'A binding to a role that is not there MUST grant nothing, say so in the refusal, and grant as soon as the role is there.',
  requirements: ['RBAC-012'],
  needs: ['namespace', 'rbac', 'impersonation'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const user = c.unique('user');
    const [roles, bindings] = [c.resource(groupVersion, 'roles'), c.resource(groupVersion, 'rolebindings')];
    const to = { kind: 'Role', name: 'later' };
    await createObject(c, bindings.collection, binding(groupVersion, 'RoleBinding', 'early', user, to));
    const get = () => c.as(user).get(c.resource('v1', 'configmaps').collection);
    await c.eventually(async () => {
      const refused = await get();
      expectFailure(refused, 403, 'Forbidden');
      const missing = c.vendor.fill('role.rbac.authorization.{api} "later" not found').replaceAll('.', '\\.');
      expectPattern(refused, 'message', new RegExp(`: RBAC: ${missing}$`));
    });
    // Nobody can know what such a binding would give, so only who holds everything makes one.
    const rbac = groupVersion.split('/')[0] ?? '';
    const maker = c.unique('maker');
    await c.grant(maker, { apiGroups: [rbac], resources: ['rolebindings'], verbs: ['create', 'list'] });
    await c.eventually(async () => expectOk(await c.as(maker).get(bindings.collection)));
    const made = binding(groupVersion, 'RoleBinding', 'other', user, to);
    expectStatus(await c.as(maker).post(bindings.collection, made), 404);
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'later', rules));
    await c.eventually(async () => expectOk(await get()));
  },
} satisfies Case;
