import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'json-by-default',
  title: 'Without Accept, and with `*/*`, a request MUST be answered in JSON.',
  requirements: ['MEDIA-021', 'MEDIA-061', 'MEDIA-046'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const options of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const got = await c.wire.get(maps.item('m-00'), options);
      expectOk(got);
      expectContentType(got, 'application/json');
      expectField(got, 'metadata.name', 'm-00');
    }
  },
} satisfies Case;
