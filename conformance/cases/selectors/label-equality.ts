import { continueOf, expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'label-equality',
  title: 'A label selector MUST select by equality and inequality.',
  requirements: ['LIST-023'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    const even = ['m-00', 'm-02'];
    for (const labelSelector of [
      'stock=yes,parity=even',
      'stock=yes,parity==even',
      'stock=yes,parity!=odd',
      ' stock = yes , parity = even ',
    ]) {
      expectNames(await c.wire.get(maps.collection, { query: { labelSelector } }), even);
      const first = await c.wire.get(maps.collection, { query: { labelSelector, limit: '1' } });
      expectNames(first, even.slice(0, 1));
      const query = { labelSelector, limit: '1', continue: continueOf(first) };
      expectNames(await c.wire.get(maps.collection, { query }), even.slice(1));
    }
  },
} satisfies Case;
