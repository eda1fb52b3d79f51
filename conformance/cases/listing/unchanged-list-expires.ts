import { continueOf, versionOf } from '../../wire/expect/list.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { secret } from '../manifests.ts';
import { forgotten, shortHistory } from '../short-history.ts';
import { made, stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'unchanged-list-expires',
  title: 'Tokens and exact versions MUST expire with the history, also those of a list that nobody has changed since.',
  requirements: ['LIST-021U', 'RV-046'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps } = await stockConfigMaps(c, 3);
    const first = await c.wire.get(maps.collection, { query: { ...stockSelector, limit: '1' } });
    const token = { ...stockSelector, limit: '1', continue: continueOf(first) };
    const exact = { ...stockSelector, resourceVersion: versionOf(first), resourceVersionMatch: 'Exact' };
    const others = c.resource('v1', 'secrets');
    let count = 0;
    // History goes on elsewhere: the store forgets up to a version, and keeps that one.
    await c.eventually(async () => {
      count += 1;
      await made(c, others.collection, secret(`s-${count}`));
      for (const query of [token, exact]) expectFailure(await c.wire.get(maps.collection, { query }), 410, 'Expired');
    }, forgotten);
  },
} satisfies Case;
