import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'shared-field-conflict',
  title: 'When owners share a field, another value from any of them MUST be a conflict.',
  requirements: ['APPLY-035', 'APPLY-036', 'APPLY-037', 'APPLY-068'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const apply = (manager: string, k: string) =>
      c.wire.patch(maps.item('a'), 'apply', configMap('a', { k }), { query: { fieldManager: manager } });
    expectCreated(await apply('m1', '1'));
    const shared = await apply('m2', '1');
    expectOk(shared);
    const owners = expectArray(shared, 'metadata.managedFields').filter(
      (entry) => fieldOf(entry, ['fieldsV1', 'f:data', 'f:k']) !== undefined,
    );
    expectSameMembers(
      'owners',
      owners.map((entry) => fieldOf(entry, 'manager')),
      ['m1', 'm2'],
    );
    for (const manager of ['m1', 'm2']) expectFailure(await apply(manager, '2'), 409, 'Conflict');
    expectField(await c.wire.get(maps.item('a')), 'data.k', '1');
  },
} satisfies Case;
