import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'create-is-post',
  title: 'The verb create MUST allow POST and nothing else.',
  requirements: ['AUTHZ-020'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] });
    await c.eventually(async () => expectCreated(await c.as(user).post(maps.collection, configMap(c.unique('made')))));
    expectStatus(await c.as(user).get(maps.collection), 403);
    expectStatus(await c.as(user).patch(maps.item('m-00'), 'merge', {}), 403);
  },
} satisfies Case;
