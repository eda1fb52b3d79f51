import { configMap } from '../../fixtures/manifests.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'every-change-gives-a-version',
  title: 'Every stored change MUST give the object a new resource version, and reads MUST NOT.',
  requirements: ['OBJ-043', 'OBJ-044'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const path = maps.item('m-00');
    await c.holds('OBJ-044', async () => {
      for (const answer of [await c.wire.get(path), await c.wire.get(path)])
        expectEqual('version after a read', versionOf(answer), versions[0]);
    });
    await c.holds('OBJ-043', async () => {
      const seen = new Set(versions);
      const writes = [
        () => c.wire.patch(path, 'merge', { data: { k: 'x' } }),
        () => c.wire.patch(path, 'json', [{ op: 'add', path: '/data/k', value: 'y' }]),
        () => c.wire.put(path, configMap('m-00', { k: 'z' })),
        () => c.wire.patch(path, 'merge', { metadata: { labels: { only: 'metadata' } } }),
        () => c.wire.patch(path, 'merge', { metadata: { labels: null } }),
      ];
      for (const write of writes) {
        const changed = await write();
        expectOk(changed);
        const version = versionOf(changed);
        expectThat('version after a change', !seen.has(version), 'a version not seen before', version);
        expectEqual('version of the stored object', versionOf(await c.wire.get(path)), version);
        seen.add(version);
      }
    });
  },
} satisfies Case;
