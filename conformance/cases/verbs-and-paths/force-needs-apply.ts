import { expectEqual } from '../../wire/expect/value.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'force-needs-apply',
  title: 'A patch with force that is not an apply SHOULD be refused and change nothing.',
  requirements: ['VERB-087U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = (await c.wire.get(maps.item('m-00'))).json();
    for (const type of ['merge', 'strategic', 'json'] as const) {
      const patch = type === 'json' ? [{ op: 'replace', path: '/data/n', value: 'x' }] : { data: { n: 'x' } };
      expectRefused(await c.wire.patch(maps.item('m-00'), type, patch, { query: { force: 'true' } }));
    }
    expectEqual('object after the refusal', (await c.wire.get(maps.item('m-00'))).json(), before);
  },
} satisfies Case;
