import { expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { forgotten, shortHistory } from '../../fixtures/short-history.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'exact-expired',
  title: 'A list at an exact version that is compacted MUST be answered 410, with and without a limit.',
  requirements: ['RV-046', 'ERR-008', 'RV-015', 'RV-021'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    const old = { ...createdSelector, resourceVersion: versions[0] ?? '' };
    const asked = [
      { ...old, resourceVersionMatch: 'Exact' },
      { ...old, resourceVersionMatch: 'Exact', limit: '1' },
      { ...old, limit: '1' },
    ];
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    await c.eventually(async () => {
      for (const query of asked) expectFailure(await c.wire.get(maps.collection, { query }), 410, 'Expired');
    }, forgotten);
    // On a slow host even the current version may have been compacted: try again.
    await c.eventually(async () => {
      const resourceVersion = versionOf(await c.wire.get(maps.collection));
      const current = await c.wire.get(maps.collection, {
        query: { ...createdSelector, resourceVersion, resourceVersionMatch: 'Exact' },
      });
      expectNames(current, ['m-00', 'm-01']);
      expectEqual('version of the list', versionOf(current), resourceVersion);
    });
  },
} satisfies Case;
