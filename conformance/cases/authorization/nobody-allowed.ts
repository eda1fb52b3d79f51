import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'nobody-allowed',
  title: 'A request that no rule allows MUST be answered 403, whether or not the object exists.',
  requirements: ['AUTHZ-001', 'AUTHZ-009', 'ERR-026', 'ERR-038', 'ERR-019'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.as(c.unique('nobody'));
    for (const answer of [
      await user.get(maps.collection),
      await user.get(maps.item('m-00')),
      await user.get(maps.item('absent')),
      await user.post(maps.collection, configMap('x')),
      await user.patch(maps.item('m-00'), 'merge', { data: { n: 'x' } }),
      await user.delete(maps.item('m-00')),
      await user.get('/metrics'),
    ]) {
      expectFailure(answer, 403, 'Forbidden');
    }
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
    await c.holds(['ERR-038', 'ERR-019'], async () => {
      expectFailure(await user.get(maps.collection), 403, 'Forbidden');
      expectFailure(await c.withToken('nonsense').get(maps.collection), 401, 'Unauthorized');
    });
  },
} satisfies Case;
