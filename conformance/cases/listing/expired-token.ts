import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';
import { forgotten, shortHistory } from '../short-history.ts';
import { made, stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'expired-token',
  title: 'A fresh continue token MUST work, and one whose version is no longer there MUST be answered 410.',
  requirements: ['LIST-014', 'LIST-015', 'RV-053', 'ERR-007', 'ERR-009'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps } = await stockConfigMaps(c, 3);
    // On a slow host also a token of just now may have expired: then another one.
    const rest = await c.eventually(async () => {
      const first = await c.wire.get(maps.collection, { query: { ...stockSelector, limit: '1' } });
      const query = { ...stockSelector, limit: '5', continue: continueOf(first) };
      expectNames(await c.wire.get(maps.collection, { query }), ['m-01', 'm-02']);
      return query;
    });
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: 'changed' } }));
    await made(c, maps.collection, configMap('m-99', {}, { labels: { stock: 'yes' } }));
    await c.eventually(
      async () => expectFailure(await c.wire.get(maps.collection, { query: rest }), 410, 'Expired'),
      forgotten,
    );
    expectNames(await c.wire.get(maps.collection, { query: stockSelector }), ['m-00', 'm-01', 'm-02', 'm-99']);
  },
} satisfies Case;
