import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'omitted-field-goes',
  title: 'A field that its only manager stops applying MUST be removed; a field with other owners MUST stay.',
  requirements: ['APPLY-041', 'APPLY-043', 'APPLY-038', 'APPLY-035', 'APPLY-068'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const apply = async (manager: string, data: Record<string, string>) =>
      expectCreated(
        await c.wire.patch(maps.item('a'), 'apply', configMap('a', data), { query: { fieldManager: manager } }),
      );
    await apply('m1', { own: '1', shared: '2' });
    await apply('m2', { shared: '2' });
    const owners = async () => ownersOf(await c.wire.get(maps.item('a')), 'f:data', 'f:shared');
    expectEqual('owners of the same value', await owners(), ['m1', 'm2']);
    await apply('m1', {});
    expectField(await c.wire.get(maps.item('a')), 'data', { shared: '2' });
    expectEqual('owners after the omission', await owners(), ['m2']);
  },
} satisfies Case;
