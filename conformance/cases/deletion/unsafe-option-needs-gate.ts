import { expectTime } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'unsafe-option-needs-gate',
  title: 'Without its gate, which is off by default, the unsafe option MUST NOT bypass finalizers.',
  requirements: ['DEL-013', 'DEL-014'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('held', {}, { finalizers: ['conformance.example/x'] }));
    // The option may be ignored or refused: either way the finalizer keeps the object.
    await c.wire.delete(maps.item('held'), { ignoreStoreReadErrorWithClusterBreakingPotential: true });
    const held = await c.wire.get(maps.item('held'));
    expectOk(held);
    await c.wire.delete(maps.item('held'));
    const deleted = await c.wire.get(maps.item('held'));
    expectOk(deleted);
    expectTime(deleted, 'metadata.deletionTimestamp');
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: [] } }));
  },
} satisfies Case;
