import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'every-change-gives-a-version',
  title: 'Every stored change MUST give the object a new resource version, and reading MUST NOT.',
  requirements: ['OBJ-043', 'OBJ-044'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    expectEqual('version after a read', versionOf(await c.wire.get(maps.item('m-00'))), versions[0]);
    const seen = new Set(versions);
    for (const value of ['x', 'y', 'z']) {
      const changed = await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: value } });
      expectOk(changed);
      expectThat(
        'version after a change',
        !seen.has(versionOf(changed)),
        'a version not seen before',
        versionOf(changed),
      );
      seen.add(versionOf(changed));
    }
  },
} satisfies Case;
