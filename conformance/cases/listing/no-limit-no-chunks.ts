import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-limit-no-chunks',
  title: 'A list without a limit SHOULD come in one response.',
  requirements: ['LIST-025', 'OBJ-077'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 12);
    const list = await c.wire.get(maps.collection, { query: createdSelector });
    expectNames(list, names);
    expectEqual('continue', continueOf(list), '');
    expectAbsent(list, 'metadata.remainingItemCount');
  },
} satisfies Case;
