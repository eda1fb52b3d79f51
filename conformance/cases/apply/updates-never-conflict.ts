import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'updates-never-conflict',
  title: 'A write that is not an apply MUST NOT fail because of field ownership, and MUST own what it changes.',
  requirements: ['APPLY-032', 'APPLY-039'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } }),
    );
    const updated = await c.wire.patch(
      maps.item('a'),
      'merge',
      { data: { k: '2' } },
      { query: { fieldManager: 'm2' } },
    );
    expectOk(updated);
    const owners = expectArray(updated, 'metadata.managedFields').filter(
      (entry) => fieldOf(entry, ['fieldsV1', 'f:data', 'f:k']) !== undefined,
    );
    expectEqual(
      'owners of the field',
      owners.map((entry) => fieldOf(entry, 'manager')),
      ['m2'],
    );
  },
} satisfies Case;
