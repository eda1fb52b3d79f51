import { expectAbsent, expectField } from '../../wire/expect/object.ts';
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
    const stream = await c.wire.watch(maps.collection, createdSelector, { accept });
    expectOpen(stream);
    const event = await stream.next();
    expectEvent(event, 'ADDED', 'm-00');
    expectField(event.object, 'kind', 'PartialObjectMetadata');
    expectAbsent(event.object, 'data');
  },
} satisfies Case;
