import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { forgotten, shortHistory } from '../../fixtures/short-history.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'expired-token',
  title: 'A fresh continue token MUST work, and a token whose version is compacted MUST be answered 410.',
  requirements: ['LIST-014', 'LIST-015', 'RV-053', 'ERR-007', 'ERR-009'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    // On a slow host even a new token may have expired: try again with another one.
    const rest = await c.eventually(async () => {
      const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
      const query = { ...createdSelector, limit: '5', continue: continueOf(first) };
      expectNames(await c.wire.get(maps.collection, { query }), ['m-01', 'm-02']);
      return query;
    });
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: 'changed' } }));
    await createObject(c, maps.collection, configMap('m-99', {}, { labels: { stock: 'yes' } }));
    await c.eventually(
      async () => expectFailure(await c.wire.get(maps.collection, { query: rest }), 410, 'Expired'),
      forgotten,
    );
    expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-00', 'm-01', 'm-02', 'm-99']);
  },
} satisfies Case;
