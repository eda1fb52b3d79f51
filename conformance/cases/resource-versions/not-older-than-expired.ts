import { expectNames } from '../../wire/expect/list.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { expectExpired, forgotten, shortHistory } from '../../fixtures/short-history.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'not-older-than-expired',
  title: 'A list not older than a compacted version MUST show the current state; with a limit it MAY be answered 410.',
  requirements: ['RV-027', 'RV-030', 'ERR-010', 'RV-012'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    const resourceVersion = versions[0] ?? '';
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    await c.eventually(
      async () => expectExpired(await c.wire.watch(maps.collection, { resourceVersion, timeoutSeconds: '1' })),
      forgotten,
    );
    const query = { ...createdSelector, resourceVersion, resourceVersionMatch: 'NotOlderThan' };
    expectNames(await c.wire.get(maps.collection, { query }), ['m-00', 'm-01']);
    const chunk = await c.wire.get(maps.collection, { query: { ...query, limit: '1' } });
    if (chunk.status === 200) expectNames(chunk, ['m-00']);
    else expectFailure(chunk, 410, 'Expired');
  },
} satisfies Case;
