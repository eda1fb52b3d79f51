import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'wildcards',
  title: 'A star in a rule MUST match every group, resource or verb.',
  requirements: ['RBAC-024', 'RBAC-025', 'RBAC-026'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const [groups, resources, verbs] = [c.unique('groups'), c.unique('resources'), c.unique('verbs')];
    await c.grant(groups, { apiGroups: ['*'], resources: ['deployments', 'configmaps'], verbs: ['list'] });
    await c.grant(resources, { apiGroups: [''], resources: ['*'], verbs: ['list'] });
    await c.grant(verbs, { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] });
    await c.eventually(async () => {
      expectOk(await c.as(groups).get(c.resource('apps/v1', 'deployments').collection));
      expectOk(await c.as(groups).get(c.resource('v1', 'configmaps').collection));
      expectOk(await c.as(resources).get(c.resource('v1', 'secrets').collection));
      expectCreated(await c.as(verbs).post(c.resource('v1', 'configmaps').collection, configMap(c.unique('m'))));
    });
    expectStatus(await c.as(groups).get(c.resource('v1', 'secrets').collection), 403);
    expectStatus(await c.as(resources).get(c.resource('apps/v1', 'deployments').collection), 403);
    expectStatus(await c.as(verbs).get(c.resource('v1', 'secrets').collection), 403);
  },
} satisfies Case;
