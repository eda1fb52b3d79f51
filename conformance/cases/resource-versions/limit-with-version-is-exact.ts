import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'limit-with-version-is-exact',
  title: 'A list with limit and version but without match MUST show the state at exactly that version.',
  requirements: ['RV-015'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    const resourceVersion = versions[1] ?? '';
    const list = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '500', resourceVersion } });
    expectOk(list);
    expectEqual('version of the list', versionOf(list), resourceVersion);
    expectField(list, 'items.0.data.n', '0');
  },
} satisfies Case;
