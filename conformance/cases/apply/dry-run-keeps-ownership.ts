import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-keeps-ownership',
  title: 'A dry-run apply SHOULD leave the ownership unchanged.',
  requirements: ['DRY-029'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(
      await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } }),
    );
    const before = await c.wire.get(maps.item('a'));
    const dry = await c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '2' }), {
      query: { fieldManager: 'm2', force: 'true', dryRun: 'All' },
    });
    expectOk(dry);
    expectField(dry, 'data.k', '2');
    expectEqual('object afterwards', (await c.wire.get(maps.item('a'))).json(), before.json());
  },
} satisfies Case;
