import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'field-name',
  title: 'A field selector on the name MUST select that object, or all others.',
  requirements: ['LIST-023', 'OBJ-076'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    expectNames(await c.wire.get(maps.collection, { query: { fieldSelector: 'metadata.name=m-01' } }), ['m-01']);
    expectNames(
      await c.wire.get(maps.collection, { query: { ...createdSelector, fieldSelector: 'metadata.name!=m-01' } }),
      ['m-00', 'm-02'],
    );
    expectNames(
      await c.wire.get(maps.collection, { query: { fieldSelector: 'metadata.name=m-01,metadata.name=m-02' } }),
      [],
    );
    expectNames(
      await c.wire.get(maps.everywhere, {
        query: { fieldSelector: `metadata.namespace=${c.namespace}`, ...createdSelector },
      }),
      ['m-00', 'm-01', 'm-02'],
    );
  },
} satisfies Case;
