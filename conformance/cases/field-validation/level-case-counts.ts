import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'level-case-counts',
  title: 'A field name in another letter case MUST count as unknown.',
  requirements: ['FVAL-005'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await c.wire.post(maps.collection, { ...configMap('a'), Data: { k: '1' }, data: { own: '1' } });
    expectCreated(created);
    expectField(await c.wire.get(maps.item('a')), 'data', { own: '1' });
    expectEqual('warnings about Data', warningsAbout(created, '"Data"'), 1);
  },
} satisfies Case;
