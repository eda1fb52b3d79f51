import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'apply-create-needs-create',
  title: 'Creating by apply MUST need the verb create in addition to patch.',
  requirements: ['APPLY-048', 'APPLY-049'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] });
    const options = { query: { fieldManager: 'm1' } };
    const existing = configMap('m-00', { k: '1' });
    await c.eventually(async () => expectOk(await c.as(user).patch(maps.item('m-00'), 'apply', existing, options)));
    expectStatus(await c.as(user).patch(maps.item('new'), 'apply', configMap('new'), options), 403);
    expectStatus(await c.wire.get(maps.item('new')), 404);
  },
} satisfies Case;
