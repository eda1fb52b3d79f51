import { expectContentType } from '../../wire/expect/headers.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectTable } from '../../wire/expect/table.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-of-collection',
  title: 'With the Table type in Accept a collection MUST be answered as a Table with a row per item.',
  requirements: ['MEDIA-001', 'MEDIA-002', 'MEDIA-003', 'MEDIA-032'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    const answer = await c.wire.get(maps.collection, { accept, query: createdSelector });
    const { columns, rows } = expectTable(answer, c.vendor.fill('meta.{api}/v1'));
    expectEqual('first column', columns[0], 'Name');
    expectEqual(
      'first cells',
      rows.map((cells) => cells[0]),
      names,
    );
    expectText(answer, 'metadata.resourceVersion');
    expectContentType(answer, 'application/json');
  },
} satisfies Case;
