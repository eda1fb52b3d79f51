import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { eventVersion, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'removal-carries-last-state',
  title: 'A DELETED event SHOULD carry the last state with the version of the removal.',
  requirements: ['WATCH-011', 'WATCH-049', 'WATCH-048U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[0] ?? '' });
    expectOpen(stream);
    const changed = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'last' } });
    expectOk(changed);
    await expectNextChange(stream, changed);
    const lastVersion = versionOf(changed);
    expectDeleted(await c.wire.delete(maps.item('m-00')));
    const event = await stream.nextChange();
    expectRemoval(event, 'm-00');
    expectField(event.object, 'data.n', 'last');
    expectThat(
      'version of the event',
      BigInt(eventVersion(event)) > BigInt(lastVersion),
      `later than ${lastVersion}`,
      eventVersion(event),
    );
    await c.holds('WATCH-049', async () => {
      const resumed = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: eventVersion(event) });
      expectOpen(resumed);
      const later = await createObject(c, maps.collection, configMap('later', {}, { labels: { stock: 'yes' } }));
      await expectNextChange(resumed, later);
      resumed.close();
    });
  },
} satisfies Case;
