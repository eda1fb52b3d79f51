import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-is-item-get',
  title: 'The verb get MUST allow GET and HEAD of an item, and neither GET of a collection nor a watch.',
  requirements: ['AUTHZ-021', 'AUTHZ-024', 'VERB-044'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
    await c.eventually(async () => expectOk(await c.as(user).get(maps.item('m-00'))));
    // Only authorization is tested here; another case tests whether HEAD is served.
    const head = await c.as(user).send('HEAD', maps.item('m-00'), undefined);
    expectThat('status of HEAD', [200, 405].includes(head.status), 'not forbidden', head.status);
    expectStatus(await c.as(user).send('HEAD', maps.collection, undefined), 403);
    expectStatus(await c.as(user).get(maps.collection), 403);
    expectEqual('status of the watch', (await c.as(user).watch(maps.collection)).status, 403);
    expectEqual('status of the item watch', (await c.as(user).watch(maps.item('m-00'))).status, 403);
  },
} satisfies Case;
