import { itemBytes } from '../../wire/format/cbor-items.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'apply-in-cbor',
  title: 'With CBOR enabled an apply patch in CBOR MUST have the same effect as one in YAML.',
  requirements: ['MEDIA-035'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const patch = itemBytes(configMap('a', { k: 'v' }));
    const query = { fieldManager: 'm1' };
    expectCreated(await c.wire.patch(maps.item('a'), 'application/apply-patch+cbor', patch, { query }));
    const stored = await c.wire.get(maps.item('a'));
    expectField(stored, 'data.k', 'v');
    expectField(stored, 'metadata.managedFields.0.operation', 'Apply');
  },
} satisfies Case;
