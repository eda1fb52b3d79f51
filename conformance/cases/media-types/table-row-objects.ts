import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectTable } from '../../wire/expect/table.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-row-objects',
  title: 'The rows of a Table SHOULD carry what includeObject requests.',
  requirements: ['MEDIA-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    const get = (query: Record<string, string>) => c.wire.get(maps.item('m-00'), { accept, query });
    expectTable(await get({}), c.vendor.fill('meta.{api}/v1'));
    expectField(await get({}), 'rows.0.object.kind', 'PartialObjectMetadata');
    expectField(await get({}), 'rows.0.object.metadata.name', 'm-00');
    expectField(await get({ includeObject: 'Object' }), 'rows.0.object.data.n', '0');
    expectAbsent(await get({ includeObject: 'None' }), 'rows.0.object');
  },
} satisfies Case;
