import { continueOf, expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'exact-without-snapshots',
  title: 'Without cache snapshots a list at an exact version MUST return the same state, from the store.',
  requirements: ['RV-045', 'RV-047'],
  needs: ['namespace'],
  launch: switchedOff,
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 3);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    expectDeleted(await c.wire.delete(maps.item('m-01')));
    const resourceVersion = versions[2] ?? '';
    const exact = { ...createdSelector, resourceVersion, resourceVersionMatch: 'Exact' };
    const list = await c.wire.get(maps.collection, { query: exact });
    expectNames(list, ['m-00', 'm-01', 'm-02']);
    expectEqual('version of the list', versionOf(list), resourceVersion);
    expectField(list, 'items.0.data.n', '0');
    const chunk = await c.wire.get(maps.collection, { query: { ...exact, limit: '2' } });
    expectNames(chunk, ['m-00', 'm-01']);
    const rest = await c.wire.get(maps.collection, {
      query: { ...createdSelector, limit: '2', continue: continueOf(chunk) },
    });
    expectNames(rest, ['m-02']);
    expectEqual('version of the rest', versionOf(rest), resourceVersion);
  },
} satisfies Case;
