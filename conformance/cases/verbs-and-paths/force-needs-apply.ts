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
    const refused = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'x' } }, { query: { force: 'true' } });
    expectRefused(refused);
    expectEqual('object after the refusal', (await c.wire.get(maps.item('m-00'))).json(), before);
  },
} satisfies Case;
