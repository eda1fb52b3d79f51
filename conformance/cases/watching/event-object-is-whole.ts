import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'event-object-is-whole',
  title: 'The object of an event MUST be the whole object after the change.',
  requirements: ['EVT-007', 'EVT-010'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = await c.wire.get(maps.item('m-00'));
    const initial = await c.wire.watch(maps.collection, createdSelector);
    expectOpen(initial);
    expectEqual('object of the ADDED event', (await initial.nextChange()).object, before.json());
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: 'x' } }));
    const event = await initial.nextChange();
    expectEqual('object of the MODIFIED event', event.object, (await c.wire.get(maps.item('m-00'))).json());
    // Of a new object too, of which no initial event told.
    await createObject(c, maps.collection, configMap('new', { k: 'y' }, { labels: { stock: 'yes', a: 'b' } }));
    const added = await initial.nextChange();
    expectEqual('object of a later ADDED event', added.object, (await c.wire.get(maps.item('new'))).json());
  },
} satisfies Case;
