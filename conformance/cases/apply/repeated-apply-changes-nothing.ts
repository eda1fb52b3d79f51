import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'repeated-apply-changes-nothing',
  title: 'Repeating an apply SHOULD leave the object and its version unchanged.',
  requirements: ['APPLY-071'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const apply = () =>
      c.wire.patch(maps.item('a'), 'apply', configMap('a', { k: '1' }), { query: { fieldManager: 'm1' } });
    const first = await apply();
    expectCreated(first);
    expectEqual('object after the second apply', (await apply()).json(), first.json());
  },
} satisfies Case;
