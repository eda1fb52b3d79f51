import { versionOf } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventName, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { service } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'one-namespace',
  title: 'A watch on a namespace MUST report objects of that namespace only.',
  requirements: ['WATCH-045'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const here = c.resource('v1', 'services');
    const there = c.resource('v1', 'services', other);
    const stream = await c.wire.watch(here.collection, {
      resourceVersion: versionOf(await c.wire.get(here.collection)),
    });
    expectOpen(stream);
    await createObject(c, there.collection, service('there'));
    await createObject(c, here.collection, service('here'));
    expectEvent(await stream.nextChange(), 'ADDED', 'here');
    await createObject(c, there.collection, service('there-later'));
    await expectNextChange(stream, await createObject(c, here.collection, service('here-later')));
    // So does what a watch without a version begins with.
    const begun = await c.wire.watch(here.collection);
    expectOpen(begun);
    expectEqual('the first objects', (await begun.changes(2)).map(eventName).sort(), ['here', 'here-later']);
    await createObject(c, there.collection, service('there-last'));
    await expectNextChange(begun, await createObject(c, here.collection, service('here-last')));
  },
} satisfies Case;
