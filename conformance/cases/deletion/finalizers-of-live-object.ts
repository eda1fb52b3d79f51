import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'finalizers-of-live-object',
  title: 'Adding and removing finalizers of a live object MUST NOT delete it.',
  requirements: ['DEL-023'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const finalizers = ['conformance.example/x'];
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { metadata: { finalizers } }));
    expectField(await c.wire.get(maps.item('m-00')), 'metadata.finalizers', finalizers);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { metadata: { finalizers: [] } }));
    const after = await c.wire.get(maps.item('m-00'));
    expectOk(after);
    expectAbsent(after, 'metadata.deletionTimestamp');
  },
} satisfies Case;
