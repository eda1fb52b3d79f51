import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'restriction-ignores-others',
  title: 'NodeRestriction MUST apply only to callers with both the name and the group of a node agent.',
  requirements: ['NODEAUTHZ-029'],
  needs: ['impersonation', 'rbac'],
  launch: switchedOn,
  async run(c) {
    const group = c.vendor.fill('rbac.authorization.{api}');
    const name = c.unique('writer');
    const nodes = c.clusterResource('v1', 'nodes');
    const roles = c.clusterResource('rbac.authorization.{api}/v1', 'clusterroles');
    const bindings = c.clusterResource('rbac.authorization.{api}/v1', 'clusterrolebindings');
    for (const path of [nodes.item(name), roles.item(name), bindings.item(name)]) c.removeLater(path);
    await createObject(c, nodes.collection, { apiVersion: 'v1', kind: 'Node', metadata: { name } });
    const head = (kind: string) => ({ apiVersion: `${group}/v1`, kind, metadata: { name } });
    const rules = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }];
    await createObject(c, roles.collection, { ...head('ClusterRole'), rules });
    const users = [`${name}-person`, `system:node:${name}-other`];
    await createObject(c, bindings.collection, {
      ...head('ClusterRoleBinding'),
      subjects: users.map((user) => ({ kind: 'User', apiGroup: group, name: user })),
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    });
    for (const user of users) {
      const patch = { metadata: { labels: { [c.vendor.fill('node-restriction.{label}/x')]: 'x' } } };
      await c.eventually(async () => expectOk(await c.as(user).patch(nodes.item(name), 'merge', patch)));
      // The group without the name makes no agent either.
      if (user !== users[0]) continue;
      const member = c.as(user, 'system:nodes');
      const labels = { [c.vendor.fill('node-restriction.{label}/y')]: 'y' };
      await c.eventually(async () => expectOk(await member.patch(nodes.item(name), 'merge', { metadata: { labels } })));
    }
  },
} satisfies Case;
