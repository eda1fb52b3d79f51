import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../case.ts';
import { stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'negative-limit',
  title: 'A limit of zero SHOULD mean no chunking.',
  requirements: ['LIST-025', 'VERB-063', 'LIST-020U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await stockConfigMaps(c, 3);
    expectNames(await c.wire.get(maps.collection, { query: { ...stockSelector, limit: '0' } }), names);
  },
} satisfies Case;
