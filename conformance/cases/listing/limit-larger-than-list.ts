import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectDifferent, expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { secret } from '../../fixtures/manifests.ts';
import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'limit-larger-than-list',
  title: 'A list that fits into its limit MUST come in one chunk with an empty token.',
  requirements: ['LIST-009', 'OBJ-073', 'OBJ-078'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    for (const limit of ['2', '5']) {
      const list = await c.wire.get(maps.collection, { query: { ...createdSelector, limit } });
      await c.holds('LIST-009', async () => {
        expectNames(list, names);
        expectEqual('continue', continueOf(list), '');
      });
      await c.holds('OBJ-078', async () => expectAbsent(list, 'metadata.remainingItemCount'));
    }
    // Without a selector, of a kind that no controller writes in this namespace.
    const secrets = c.resource('v1', 'secrets');
    for (const name of names) await createObject(c, secrets.collection, secret(name));
    for (const limit of ['2', '3']) {
      const list = await c.wire.get(secrets.collection, { query: { limit } });
      await c.holds('LIST-009', async () => {
        expectNames(list, names);
        expectEqual('continue', continueOf(list), '');
      });
    }
    const one = await c.wire.get(secrets.collection, { query: { limit: '1' } });
    const other = await c.wire.get(secrets.collection, { query: { limit: '1', continue: continueOf(one) } });
    await c.holds('OBJ-073', async () => {
      expectNames(other, names.slice(1));
      expectEqual('continue of the last chunk', continueOf(other), '');
    });
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    expectDifferent('continue of the first chunk', continueOf(first), '');
    const query = { ...createdSelector, limit: '1', continue: continueOf(first) };
    const last = await c.wire.get(maps.collection, { query });
    expectNames(last, names.slice(1));
    await c.holds('OBJ-073', async () => expectEqual('continue of the last chunk', continueOf(last), ''));
    await c.holds('OBJ-078', async () => expectAbsent(last, 'metadata.remainingItemCount'));
  },
} satisfies Case;
