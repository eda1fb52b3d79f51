import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { versionOf } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { expectExpired, forgotten, shortHistory } from '../../fixtures/short-history.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'expired-history',
  title: 'A watch from a compacted version MUST fail with 410; one from a recent version MUST continue.',
  requirements: ['WATCH-014', 'WATCH-015', 'WATCH-047U', 'ERR-006', 'EVT-017U'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const old = versions[0] ?? '';
    const kept = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: old });
    expectOpen(kept);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    expectEvent(await kept.nextChange(), 'MODIFIED', 'm-00');
    await c.eventually(
      async () => expectExpired(await c.wire.watch(maps.collection, { resourceVersion: old, timeoutSeconds: '1' })),
      forgotten,
    );
    // On a slow host even a recent version may be compacted before the watch starts: try again.
    const recent = await c.eventually(async () => {
      const list = await c.wire.get(maps.collection, { query: createdSelector });
      const opened = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versionOf(list) });
      expectOpen(opened);
      return opened;
    });
    const later = await createObject(c, maps.collection, configMap('later', {}, { labels: { stock: 'yes' } }));
    for (const stream of [recent, kept]) await expectNextChange(stream, later);
  },
} satisfies Case;
