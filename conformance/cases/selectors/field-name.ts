import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../case.ts';
import { stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'field-name',
  title: 'A field selector on the name MUST select that object, or all others.',
  requirements: ['LIST-023', 'OBJ-076'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await stockConfigMaps(c, 3);
    expectNames(await c.wire.get(maps.collection, { query: { fieldSelector: 'metadata.name=m-01' } }), ['m-01']);
    expectNames(
      await c.wire.get(maps.collection, { query: { ...stockSelector, fieldSelector: 'metadata.name!=m-01' } }),
      ['m-00', 'm-02'],
    );
    expectNames(
      await c.wire.get(maps.collection, { query: { fieldSelector: 'metadata.name=m-01,metadata.name=m-02' } }),
      [],
    );
    expectNames(
      await c.wire.get(maps.everywhere, {
        query: { fieldSelector: `metadata.namespace=${c.namespace}`, ...stockSelector },
      }),
      ['m-00', 'm-01', 'm-02'],
    );
  },
} satisfies Case;
