import { expectTable } from '../../wire/expect/table.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-of-item',
  title: 'With the Table type in Accept an item SHOULD be answered as a Table with one row.',
  requirements: ['MEDIA-058'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    const { rows } = expectTable(await c.wire.get(maps.item('m-01'), { accept }), c.vendor.fill('meta.{api}/v1'));
    expectEqual(
      'first cells',
      rows.map((cells) => cells[0]),
      ['m-01'],
    );
  },
} satisfies Case;
