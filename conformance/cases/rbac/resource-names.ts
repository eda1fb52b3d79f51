import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'resource-names',
  title: 'A rule with resourceNames MUST apply to those objects only, and without them to all.',
  requirements: ['RBAC-028', 'RBAC-029'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const user = c.unique('user');
    await c.grant(user, {
      apiGroups: [''],
      resources: ['configmaps'],
      resourceNames: ['m-00'],
      verbs: ['get', 'delete'],
    });
    await c.eventually(async () => expectOk(await c.as(user).get(maps.item('m-00'))));
    expectStatus(await c.as(user).get(maps.item('m-01')), 403);
    expectStatus(await c.as(user).delete(maps.item('m-01')), 403);
  },
} satisfies Case;
