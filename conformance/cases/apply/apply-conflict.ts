import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'apply-conflict',
  title: 'Applying another value to a field of another manager MUST be a conflict and change nothing.',
  requirements: ['APPLY-030', 'APPLY-061U', 'APPLY-067', 'ERR-015'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } }),
    );
    const before = await c.wire.get(maps.item('a'));
    const refused = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '2' }), {
      query: { fieldManager: 'm2' },
    });
    expectFailure(refused, 409, 'Conflict');
    expectField(refused, 'details.causes.0.reason', 'FieldManagerConflict');
    expectField(refused, 'details.causes.0.field', '.data.k');
    expectEqual('object afterwards', (await c.wire.get(maps.item('a'))).json(), before.json());
    await c.holds('ERR-015', async () => {
      const query = { fieldManager: 'm2', force: 'true' };
      const forced = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '2' }), { query });
      expectOk(forced);
      expectField(forced, 'data.k', '2');
    });
  },
} satisfies Case;
