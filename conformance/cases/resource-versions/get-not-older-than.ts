import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-not-older-than',
  title: 'A get with a version MUST show the change of that version or a later one.',
  requirements: ['RV-008', 'RV-009'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const changed = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } });
    for (const resourceVersion of [versionOf(changed), versions[0] ?? '']) {
      const got = await c.wire.get(maps.item('m-00'), { query: { resourceVersion } });
      expectOk(got);
      expectField(got, 'metadata.name', 'm-00');
      if (resourceVersion === versionOf(changed)) expectField(got, 'data.n', 'changed');
    }
  },
} satisfies Case;
