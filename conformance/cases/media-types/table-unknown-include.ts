import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectTable } from '../../wire/expect/table.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-unknown-include',
  title:
    'A table request with an unknown includeObject SHOULD be refused; the parameter SHOULD NOT affect other requests.',
  requirements: ['MEDIA-032', 'MEDIA-058'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    expectTable(await c.wire.get(maps.item('m-00'), { accept }), c.vendor.fill('meta.{api}/v1'));
    const query = { includeObject: 'Everything' };
    expectFailure(await c.wire.get(maps.item('m-00'), { accept, query }), 400, 'BadRequest');
    expectFailure(await c.wire.get(maps.collection, { accept, query }), 400, 'BadRequest');
    expectOk(await c.wire.get(maps.collection, { query }));
  },
} satisfies Case;
