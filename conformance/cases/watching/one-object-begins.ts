import { createConfigMaps } from '../../fixtures/created-objects.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';

const streaming = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: 'true' };

export default {
  id: 'one-object-begins',
  title:
    'A watch of one object by a field selector MUST begin with this object, also as a streaming list, and report no other.',
  requirements: ['WATCH-026', 'WATCH-027', 'WATCH-036', 'WATCH-038'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 3);
    const fieldSelector = 'metadata.name=m-01';
    const missing = 'metadata.name=none';
    await c.holds(['WATCH-026', 'WATCH-027'], async () => {
      const [stream, empty] = [
        await c.wire.watch(maps.collection, { ...streaming, fieldSelector }),
        await c.wire.watch(maps.collection, { ...streaming, fieldSelector: missing }),
      ];
      for (const each of [stream, empty]) expectOpen(each);
      expectEvent(await stream.next(), 'ADDED', 'm-01');
      for (const each of [stream, empty]) {
        const bookmark = await each.next();
        expectEvent(bookmark, 'BOOKMARK');
        const reached = BigInt(eventVersion(bookmark));
        expectThat(
          'version of the bookmark',
          reached >= BigInt(versions[2] ?? '0'),
          `${versions[2]} or more`,
          `${reached}`,
        );
      }
      expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'x' } }));
      const changed = await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: 'x' } });
      await expectNextChange(stream, changed);
      for (const each of [stream, empty]) each.close();
    });
    const begins = async (start: { readonly resourceVersion?: string }) => {
      const stream = await c.wire.watch(maps.collection, { ...start, fieldSelector });
      expectOpen(stream);
      expectEvent(await stream.nextChange(), 'ADDED', 'm-01');
      expectOk(await c.wire.patch(maps.item('m-02'), 'merge', { data: { n: c.unique('n') } }));
      const changed = await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: c.unique('n') } });
      await expectNextChange(stream, changed);
      stream.close();
    };
    await c.holds('WATCH-036', () => begins({}));
    await c.holds('WATCH-038', () => begins({ resourceVersion: '0' }));
  },
} satisfies Case;
