import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'limited-by-name',
  title: 'The permission to impersonate MUST be limitable by name, and groups MUST be authorized separately.',
  requirements: ['IMP-014', 'IMP-018'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const name = c.unique('actor');
    const token = await robotToken(c);
    c.removeLater(roles.item(name));
    c.removeLater(bindings.item(name));
    const rules = [{ apiGroups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] }];
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules));
    const robot = `system:serviceaccount:${c.namespace}:robot`;
    await createObject(
      c,
      bindings.collection,
      binding(groupVersion, 'ClusterRoleBinding', name, robot, { kind: 'ClusterRole', name }),
    );
    const acting = (headers: Record<string, string>) => c.withToken(token).withHeaders(headers);
    await c.eventually(async () => expectOk(await acting({ 'impersonate-user': 'jane' }).get('/api')));
    expectStatus(await acting({ 'impersonate-user': 'joe' }).get('/api'), 403);
    expectStatus(await acting({ 'impersonate-user': 'jane', 'impersonate-group': 'developers' }).get('/api'), 403);
  },
} satisfies Case;
