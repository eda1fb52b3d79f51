import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'rights-by-kind',
  title: 'Impersonating service accounts, extra fields and uids MUST each need a separate permission.',
  requirements: ['IMP-015', 'IMP-016', 'IMP-017'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const token = await robotToken(c);
    const [roles, bindings, name] = [
      c.clusterResource(groupVersion, 'clusterroles'),
      c.clusterResource(groupVersion, 'clusterrolebindings'),
      c.unique('actor'),
    ];
    c.removeLater(roles.item(name));
    c.removeLater(bindings.item(name));
    const rules: object[] = [{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }];
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules));
    const robot = `system:serviceaccount:${c.namespace}:robot`;
    await createObject(
      c,
      bindings.collection,
      binding(groupVersion, 'ClusterRoleBinding', name, robot, { kind: 'ClusterRole', name }),
    );
    const acting = (headers: Record<string, string>) => c.withToken(token).withHeaders(headers).get('/api');
    await c.eventually(async () => expectOk(await acting({ 'impersonate-user': 'jane' })));
    const attempts: readonly Record<string, string>[] = [
      { 'impersonate-user': `system:serviceaccount:${c.namespace}:other` },
      { 'impersonate-user': 'jane', 'impersonate-extra-team': 'red' },
      { 'impersonate-user': 'jane', 'impersonate-uid': '17' },
    ];
    for (const attempt of attempts) expectStatus(await acting(attempt), 403);
    const group = c.vendor.fill('authentication.{api}');
    rules.push({ apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] });
    rules.push({ apiGroups: [group], resources: ['userextras/team', 'uids'], verbs: ['impersonate'] });
    expectOk(await c.wire.patch(roles.item(name), 'merge', { rules }));
    for (const attempt of attempts) await c.eventually(async () => expectOk(await acting(attempt)));
  },
} satisfies Case;
