import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'limit-larger-than-list',
  title: 'A list that fits into its limit MUST come whole, with an empty token.',
  requirements: ['LIST-009', 'OBJ-073', 'OBJ-078'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    for (const limit of ['2', '5']) {
      const list = await c.wire.get(maps.collection, { query: { ...createdSelector, limit } });
      expectNames(list, names);
      expectEqual('continue', continueOf(list), '');
      expectAbsent(list, 'metadata.remainingItemCount');
    }
  },
} satisfies Case;
