import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { forgotten, shortHistory } from '../../fixtures/short-history.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'token-after-expiry',
  title: 'A 410 for a continue token MAY carry a new token, which MUST continue at the same place with current items.',
  requirements: ['LIST-021U'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    const query = { ...createdSelector, limit: '1', continue: continueOf(first) };
    await createObject(c, maps.collection, configMap('m-00-later', {}, { labels: { stock: 'yes' } }));
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: 'changed' } }));
    expectDeleted(await c.wire.delete(maps.item('m-02')));
    // On a slow host the new token may have expired too when it is used: try again.
    await c.eventually(async () => {
      const refused = await c.wire.get(maps.collection, { query });
      expectFailure(refused, 410, 'Expired');
      const offered = fieldOf(refused, 'metadata.continue');
      if (typeof offered !== 'string' || offered === '') throw new NotObservable('the 410 has no new token');
      const second = await c.wire.get(maps.collection, { query: { ...query, continue: offered } });
      expectNames(second, ['m-00-later']);
      const last = await c.wire.get(maps.collection, {
        query: { ...createdSelector, limit: '5', continue: continueOf(second) },
      });
      expectNames(last, ['m-01', 'm-03']);
      expectField(last, 'items.0.data', { n: 'changed' });
    }, forgotten);
  },
} satisfies Case;
