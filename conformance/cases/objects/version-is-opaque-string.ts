import { expectText } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'version-is-opaque-string',
  title: 'The resource version of objects and collections MUST be a non-empty string.',
  requirements: ['OBJ-042', 'RV-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectText(await c.wire.get(maps.item('m-00')), 'metadata.resourceVersion');
    expectText(await c.wire.get(maps.collection), 'metadata.resourceVersion');
  },
} satisfies Case;
