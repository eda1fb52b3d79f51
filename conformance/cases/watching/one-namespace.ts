import { versionOf } from '../../wire/expect/list.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../case.ts';
import { expectNextChange } from '../lasting.ts';
import { service } from '../manifests.ts';
import { made } from '../stock.ts';

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
    await made(c, there.collection, service('there'));
    await made(c, here.collection, service('here'));
    expectEvent(await stream.nextChange(), 'ADDED', 'here');
    await made(c, there.collection, service('there-later'));
    await expectNextChange(stream, await made(c, here.collection, service('here-later')));
  },
} satisfies Case;
