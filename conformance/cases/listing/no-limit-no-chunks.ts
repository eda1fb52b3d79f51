import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'no-limit-no-chunks',
  title: 'A list without limit SHOULD come whole.',
  requirements: ['LIST-025', 'OBJ-077'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await stockConfigMaps(c, 12);
    const list = await c.wire.get(maps.collection, { query: stockSelector });
    expectNames(list, names);
    expectEqual('continue', continueOf(list), '');
    expectAbsent(list, 'metadata.remainingItemCount');
  },
} satisfies Case;
