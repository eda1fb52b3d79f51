import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'conditional-patch',
  title: 'A patch that carries a stale version MUST be refused as a conflict.',
  requirements: ['UPD-006', 'UPD-015U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'first' } }));
    const stale = { metadata: { resourceVersion: versions[0] }, data: { n: 'second' } };
    expectFailure(await c.wire.patch(maps.item('m-00'), 'merge', stale), 409, 'Conflict');
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', 'first');
  },
} satisfies Case;
