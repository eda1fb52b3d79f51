import { expectEqual } from '../../wire/expect/value.ts';
import { continueOf, expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'chunks-are-one-snapshot',
  title: 'Changes after the first chunk MUST NOT show in later chunks, and MUST show in a fresh list.',
  requirements: ['LIST-011', 'LIST-012', 'RV-052', 'RV-016'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    expectNames(first, ['m-00']);
    expectDeleted(await c.wire.delete(maps.item('m-01')));
    expectOk(await c.wire.patch(maps.item('m-02'), 'merge', { data: { n: 'changed' } }));
    await createObject(c, maps.collection, configMap('m-99', {}, { labels: { stock: 'yes' } }));
    const rest = await c.wire.get(maps.collection, {
      query: { ...createdSelector, limit: '10', continue: continueOf(first) },
    });
    await c.holds('LIST-011', async () => expectNames(rest, ['m-01', 'm-02', 'm-03']));
    await c.holds(['RV-052', 'RV-016'], async () => {
      expectField(rest, 'items.1.data.n', '2');
      expectEqual('version of the rest', versionOf(rest), versionOf(first));
    });
    await c.holds('LIST-012', async () =>
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-00', 'm-02', 'm-03', 'm-99']),
    );
  },
} satisfies Case;
