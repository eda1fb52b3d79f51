import { expectField } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'update-and-patch',
  title: 'The verbs update and patch MUST allow only PUT and PATCH respectively.',
  requirements: ['AUTHZ-025', 'AUTHZ-026'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const [updater, patcher] = [c.unique('updater'), c.unique('patcher')];
    await c.grant(updater, { apiGroups: [''], resources: ['configmaps'], verbs: ['update'] });
    await c.grant(patcher, { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] });
    const object = async () => (await c.wire.get(maps.item('m-00'))).json();
    await c.eventually(async () => expectOk(await c.as(updater).put(maps.item('m-00'), await object())));
    await c.eventually(async () =>
      expectOk(await c.as(patcher).patch(maps.item('m-00'), 'merge', { data: { k: '1' } })),
    );
    expectStatus(await c.as(updater).patch(maps.item('m-00'), 'merge', { data: { k: '2' } }), 403);
    expectStatus(await c.as(patcher).put(maps.item('m-00'), await object()), 403);
    expectField(await c.wire.get(maps.item('m-00')), 'data.k', '1');
  },
} satisfies Case;
