import { expectContentType } from '../../wire/expect/headers.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'quality-values',
  title: 'Quality values in Accept SHOULD be honoured.',
  requirements: ['MEDIA-062'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectContentType(
      await c.wire.get(maps.item('m-00'), { accept: 'application/json;q=0.1, application/yaml' }),
      'application/yaml',
    );
    expectContentType(
      await c.wire.get(maps.item('m-00'), { accept: 'application/yaml;q=0.1, application/json' }),
      'application/json',
    );
  },
} satisfies Case;
