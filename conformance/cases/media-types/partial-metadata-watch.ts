import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'partial-metadata-watch',
  title: 'A watch SHOULD deliver metadata only when requested.',
  requirements: ['MEDIA-042'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const accept = c.vendor.fill('application/json;as=PartialObjectMetadata;g=meta.{api};v=v1');
    const query = { ...createdSelector, sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
    const stream = await c.wire.watch(maps.collection, { ...query, allowWatchBookmarks: 'true' }, { accept });
    expectOpen(stream);
    const expectPartial = async (type: string, name?: string) => {
      // Further bookmarks may come at any time.
      const event = type === 'BOOKMARK' ? await stream.next() : await stream.nextChange();
      expectEvent(event, type, name);
      expectField(event.object, 'kind', 'PartialObjectMetadata');
      expectField(event.object, 'apiVersion', c.vendor.fill('meta.{api}/v1'));
      expectAbsent(event.object, 'data');
    };
    await expectPartial('ADDED', 'm-00');
    await expectPartial('BOOKMARK');
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    await expectPartial('MODIFIED', 'm-00');
    expectDeleted(await c.wire.delete(maps.item('m-00')));
    await expectPartial('DELETED', 'm-00');
  },
} satisfies Case;
