import { continueOf, expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject, createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'label-sets',
  title: 'A label selector MUST select by membership and existence.',
  requirements: ['LIST-023'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    await createObject(c, maps.collection, configMap('bare', {}, { labels: { stock: 'yes' } }));
    const cases: Record<string, string[]> = {
      'stock,parity in (even, odd)': ['m-00', 'm-01', 'm-02'],
      'stock,parity notin (even)': ['bare', 'm-01'],
      'stock,parity': ['m-00', 'm-01', 'm-02'],
      'stock,!parity': ['bare'],
      'stock,parity!=even': ['bare', 'm-01'],
    };
    for (const [labelSelector, names] of Object.entries(cases)) {
      expectNames(await c.wire.get(maps.collection, { query: { labelSelector } }), names);
    }
    await c.holds('LIST-023', async () => {
      const query = { labelSelector: 'stock,parity notin (even)', limit: '1' };
      const chunk = await c.wire.get(maps.collection, { query });
      expectNames(chunk, ['bare']);
      const next = { ...query, continue: continueOf(chunk) };
      expectNames(await c.wire.get(maps.collection, { query: next }), ['m-01']);
    });
  },
} satisfies Case;
