import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import { type Case, NotObservable } from '../case.ts';
import { configMap } from '../manifests.ts';
import { forgotten, shortHistory } from '../short-history.ts';
import { made, stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'token-after-expiry',
  title: 'The 410 of a token MAY offer another one, which then MUST go on from the same place with what there is now.',
  requirements: ['LIST-021U'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps } = await stockConfigMaps(c, 3);
    const first = await c.wire.get(maps.collection, { query: { ...stockSelector, limit: '1' } });
    const query = { ...stockSelector, limit: '1', continue: continueOf(first) };
    await made(c, maps.collection, configMap('m-00-later', {}, { labels: { stock: 'yes' } }));
    // On a slow host also the token that was offered may have expired when it is used: then another try.
    await c.eventually(async () => {
      const refused = await c.wire.get(maps.collection, { query });
      expectFailure(refused, 410, 'Expired');
      const offered = fieldOf(refused, 'metadata.continue');
      if (typeof offered !== 'string' || offered === '') throw new NotObservable('the 410 offers no token');
      const second = await c.wire.get(maps.collection, { query: { ...query, continue: offered } });
      expectNames(second, ['m-00-later']);
      const last = await c.wire.get(maps.collection, {
        query: { ...stockSelector, limit: '5', continue: continueOf(second) },
      });
      expectNames(last, ['m-01', 'm-02']);
    }, forgotten);
  },
} satisfies Case;
