import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'apply-create-needs-create',
  title: 'Apply MUST need the verb patch, and to create an object the verb create in addition.',
  requirements: ['APPLY-048', 'APPLY-049'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] });
    const options = { query: { fieldManager: 'm1' } };
    const existing = configMap('m-00', { k: '1' });
    await c.eventually(async () => expectOk(await c.as(user).patch(maps.item('m-00'), 'apply', existing, options)));
    const fresh = () => c.as(user).patch(maps.item('new'), 'apply', configMap('new'), options);
    await c.holds('APPLY-049', async () => {
      expectStatus(await fresh(), 403);
      expectStatus(await c.wire.get(maps.item('new')), 404);
      await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] });
      await c.eventually(async () => expectCreated(await fresh()));
    });
    await c.holds('APPLY-048', async () => {
      const other = c.unique('user');
      await c.grant(other, { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'create', 'update'] });
      await c.eventually(async () => expectOk(await c.as(other).get(maps.item('m-00'))));
      expectStatus(await c.as(other).patch(maps.item('m-00'), 'apply', existing, options), 403);
    });
  },
} satisfies Case;
