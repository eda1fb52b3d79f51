import { expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-exact',
  title: 'A list with the match Exact MUST show the state at that version and carry it.',
  requirements: ['RV-021', 'RV-045', 'RV-047', 'VERB-060'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 3);
    // Several changes of one object: only the first of them tells what it was before.
    for (const n of ['changed', 'again']) {
      expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n } }));
      expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { n } }));
    }
    expectDeleted(await c.wire.delete(maps.item('m-01')));
    const resourceVersion = versions[1] ?? '';
    const list = await c.wire.get(maps.collection, {
      query: { ...createdSelector, resourceVersion, resourceVersionMatch: 'Exact' },
    });
    expectNames(list, ['m-00', 'm-01']);
    expectEqual('version of the list', versionOf(list), resourceVersion);
    expectField(list, 'items.0.data.n', '0');
    expectField(list, 'items.1.data.n', '1');
  },
} satisfies Case;
