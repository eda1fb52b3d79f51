import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { node } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'modes-by-flag',
  title: 'Only the modes in the flag MUST decide: with RBAC alone a node has no permissions from its pods.',
  requirements: ['AUTHZ-036', 'AUTHZ-040', 'RBAC-034'],
  needs: ['namespace', 'impersonation'],
  launch: { server: ['--authorization-mode=RBAC'] },
  async run(c) {
    const user = c.unique('user');
    const maps = c.resource('v1', 'configmaps');
    expectStatus(await c.as(user).get(maps.collection), 403);
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.as(user).get(maps.collection)));
    const own = c.unique('node');
    c.removeLater(c.clusterResource('v1', 'nodes').item(own));
    await createObject(c, c.clusterResource('v1', 'nodes').collection, node(own));
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    expectStatus(await agent.get(c.clusterResource('v1', 'nodes').item(own)), 403);
  },
} satisfies Case;
