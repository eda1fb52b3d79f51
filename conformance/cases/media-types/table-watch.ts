import { expectAbsent, expectArray, expectField } from '../../wire/expect/object.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-watch',
  title: 'A watch of tables SHOULD send the columns once and then a row for each change.',
  requirements: ['MEDIA-001', 'MEDIA-002', 'MEDIA-032'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, includeObject: 'Object' }, { accept });
    expectOpen(stream);
    const first = await stream.next();
    expectEqual('event', first.type, 'ADDED');
    expectField(first.object, 'kind', 'Table');
    expectField(first.object, 'apiVersion', c.vendor.fill('meta.{api}/v1'));
    expectArray(first.object, 'columnDefinitions');
    expectField(first.object, 'rows.0.object.metadata.name', 'm-00');
    await c.wire.put(maps.item('m-00'), configMap('m-00', { n: 'new' }, { labels: { stock: 'yes' } }));
    const second = await stream.nextChange();
    expectEqual('event', second.type, 'MODIFIED');
    expectAbsent(second.object, 'columnDefinitions');
    expectField(second.object, 'rows.0.object.data.n', 'new');
    await c.wire.delete(maps.item('m-00'));
    const third = await stream.nextChange();
    expectEqual('event', third.type, 'DELETED');
    expectField(third.object, 'rows.0.cells.0', 'm-00');
    const plain = await c.wire.watch(maps.collection, createdSelector);
    await createConfigMaps(c, 1);
    expectEvent(await plain.nextChange(), 'ADDED', 'm-00');
  },
} satisfies Case;
