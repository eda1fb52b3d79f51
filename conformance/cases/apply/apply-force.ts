import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'apply-force',
  title: 'A forced apply MUST take over the field of another manager.',
  requirements: ['APPLY-031', 'APPLY-033', 'VERB-072'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } }),
    );
    await c.holds('VERB-072', async () => {
      const query = { fieldManager: 'm2', force: 'false' };
      const refused = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '2' }), { query });
      expectFailure(refused, 409, 'Conflict');
      expectField(await c.wire.get(maps.item('a')), 'data.k', '1');
    });
    const forced = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '2' }), {
      query: { fieldManager: 'm2', force: 'true' },
    });
    expectOk(forced);
    expectField(forced, 'data.k', '2');
    const owners = expectArray(forced, 'metadata.managedFields').filter(
      (entry) => fieldOf(entry, ['fieldsV1', 'f:data', 'f:k']) !== undefined,
    );
    expectEqual(
      'owners of the field',
      owners.map((entry) => fieldOf(entry, 'manager')),
      ['m2'],
    );
  },
} satisfies Case;
