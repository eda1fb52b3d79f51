import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-is-collection-get',
  title: 'The verb list MUST allow GET of a collection, and neither GET of an item nor a watch.',
  requirements: ['AUTHZ-022'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.as(user).get(maps.collection)));
    expectStatus(await c.as(user).get(maps.item('m-00')), 403);
    expectEqual('status of the watch', (await c.as(user).watch(maps.collection)).status, 403);
  },
} satisfies Case;
