import { continueOf, versionOf } from '../../wire/expect/list.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { secret } from '../../fixtures/manifests.ts';
import { forgotten, shortHistory } from '../../fixtures/short-history.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'unchanged-list-expires',
  title: 'Continue tokens and exact versions MUST expire with the history, even when the list has not changed since.',
  requirements: ['RV-046'],
  needs: ['namespace'],
  launch: shortHistory,
  async run(c) {
    const { maps } = await createConfigMaps(c, 3);
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    const token = { ...createdSelector, limit: '1', continue: continueOf(first) };
    const exact = { ...createdSelector, resourceVersion: versionOf(first), resourceVersionMatch: 'Exact' };
    const others = c.resource('v1', 'secrets');
    let count = 0;
    // Write to another collection: compaction forgets history up to a version and keeps that version.
    await c.eventually(async () => {
      count += 1;
      await createObject(c, others.collection, secret(`s-${count}`));
      for (const query of [token, exact]) expectFailure(await c.wire.get(maps.collection, { query }), 410, 'Expired');
    }, forgotten);
  },
} satisfies Case;
