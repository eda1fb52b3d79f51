import { versionOf } from '../../wire/expect/list.ts';
import { expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'on-the-watch',
  title: 'A watch SHOULD report the start of finalizing as MODIFIED and the removal as one DELETED event.',
  requirements: ['DEL-036', 'WATCH-011'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await createObject(
      c,
      maps.collection,
      configMap('a', {}, { finalizers: ['conformance.example/x'] }),
    );
    const stream = await c.wire.watch(maps.collection, {
      resourceVersion: versionOf(created),
      fieldSelector: 'metadata.name=a',
    });
    expectOpen(stream);
    expectDeleted(await c.wire.delete(maps.item('a')));
    const begin = await stream.nextChange();
    expectEvent(begin, 'MODIFIED', 'a');
    expectTime(begin.object, 'metadata.deletionTimestamp');
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: [] } }));
    expectRemoval(await stream.nextChange(), 'a');
    await expectNextChange(stream, await createObject(c, maps.collection, configMap('a')));
  },
} satisfies Case;
