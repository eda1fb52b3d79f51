import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-any',
  title: 'A get with version 0 MUST answer with some version of the object.',
  requirements: ['RV-007', 'VERB-059'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    // Some version may be from before the object was there.
    await c.eventually(async () => {
      const got = await c.wire.get(maps.item('m-00'), { query: { resourceVersion: '0' } });
      expectOk(got);
      expectField(got, 'metadata.name', 'm-00');
    });
  },
} satisfies Case;
