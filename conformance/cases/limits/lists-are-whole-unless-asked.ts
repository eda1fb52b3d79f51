import { expectAbsent, expectArray } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

const labels = { many: 'yes' };
const query = { labelSelector: 'many=yes' };
const count = 120;

export default {
  id: 'lists-are-whole-unless-asked',
  title: 'A list without a limit MUST return every item: only the client chooses the chunk size.',
  requirements: ['LIST-025'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (let from = 0; from < count; from += 20) {
      const some = Array.from({ length: 20 }, (_, index) => configMap(`c-${from + index}`, {}, { labels }));
      await Promise.all(some.map((one) => createObject(c, maps.collection, one)));
    }
    for (const asked of [query, { ...query, limit: '0' }, { ...query, resourceVersion: '0' }]) {
      // The list of any version may be from before the last objects.
      await c.eventually(async () => {
        const all = await c.wire.get(maps.collection, { query: asked });
        expectOk(all);
        expectEqual('items', expectArray(all, 'items').length, count);
        expectAbsent(all, 'metadata.continue');
      });
    }
    const chunk = await c.wire.get(maps.collection, { query: { ...query, limit: String(count - 1) } });
    expectEqual('items of a chunk', expectArray(chunk, 'items').length, count - 1);
  },
} satisfies Case;
