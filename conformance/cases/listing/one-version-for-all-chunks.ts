import { continueOf, versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'one-version-for-all-chunks',
  title: 'All chunks of one sequence MUST carry the same version.',
  requirements: ['LIST-010', 'RV-016'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    const first = await c.wire.get(maps.collection, { query: { limit: '1' } });
    expectOk(await c.wire.patch(maps.item('m-02'), 'merge', { data: { n: 'changed' } }));
    const second = await c.wire.get(maps.collection, { query: { limit: '1', continue: continueOf(first) } });
    expectOk(second);
    expectEqual('version of the second chunk', versionOf(second), versionOf(first));
  },
} satisfies Case;
