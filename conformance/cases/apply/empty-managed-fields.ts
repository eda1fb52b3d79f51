import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'empty-managed-fields',
  title: 'An empty managedFields list MUST do what the profile documents.',
  requirements: ['APPLY-054'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } }),
    );
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { managedFields: [] } }));
    const left = (fieldOf(await c.wire.get(maps.item('a')), 'metadata.managedFields') ?? []) as unknown[];
    expectEqual('number of entries', left.length, c.vendor.behaviour.emptyManagedFields === 'keep' ? 1 : 0);
  },
} satisfies Case;
