import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'patch-needs-patch-type',
  title: 'PATCH with a Content-Type that is not a patch type MUST be refused.',
  requirements: ['MEDIA-045', 'VERB-036', 'MEDIA-056U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const type of ['application/json', 'application/yaml', 'text/plain']) {
      expectFailure(await c.wire.patch(maps.item('m-00'), type, { data: { n: 'x' } }), 415, 'UnsupportedMediaType');
    }
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
  },
} satisfies Case;
