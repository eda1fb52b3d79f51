import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';

export default {
  id: 'restriction-ignores-others',
  title: 'NodeRestriction MUST apply only to callers with both the name and the group of a node agent.',
  requirements: ['NODEAUTHZ-029'],
  needs: ['impersonation', 'rbac', 'namespace'],
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
    const rules = [
      { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] },
      { apiGroups: [''], resources: ['pods'], verbs: ['create', 'delete'] },
      { apiGroups: [''], resources: ['pods/status'], verbs: ['patch'] },
    ];
    await createObject(c, roles.collection, { ...head('ClusterRole'), rules });
    const users = [`${name}-person`, `system:node:${name}-other`];
    await createObject(c, bindings.collection, {
      ...head('ClusterRoleBinding'),
      subjects: users.map((user) => ({ kind: 'User', apiGroup: group, name: user })),
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    });
    const pods = c.resource('v1', 'pods');
    // What the plugin refuses an agent: a plain pod, the status of a pod on another node, and its removal.
    const expectFree = async (user: string, ...groups: readonly string[]) => {
      const caller = c.as(user, ...groups);
      const podName = await c.eventually(async () => {
        const made = await caller.post(pods.collection, pod(c.unique('pod'), { nodeName: name }));
        expectCreated(made);
        return expectText(made, 'metadata.name');
      });
      expectOk(await caller.patch(pods.item(podName, 'status'), 'merge', { status: { message: 'by another' } }));
      expectDeleted(await caller.delete(pods.item(podName), { gracePeriodSeconds: 0 }));
    };
    for (const user of users) {
      const patch = { metadata: { labels: { [c.vendor.fill('node-restriction.{label}/x')]: 'x' } } };
      await c.eventually(async () => expectOk(await c.as(user).patch(nodes.item(name), 'merge', patch)));
      await expectFree(user);
      // The group without the name makes no agent either.
      if (user !== users[0]) continue;
      await expectFree(user, 'system:nodes');
      const member = c.as(user, 'system:nodes');
      const labels = { [c.vendor.fill('node-restriction.{label}/y')]: 'y' };
      await c.eventually(async () => expectOk(await member.patch(nodes.item(name), 'merge', { metadata: { labels } })));
    }
  },
} satisfies Case;
