import { continueOf, expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-exact-chunked',
  title: 'A chunked list with the match Exact MUST show the state of the version over all its chunks.',
  requirements: ['RV-024', 'RV-045', 'RV-047'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 3);
    expectDeleted(await c.wire.delete(maps.item('m-02')));
    const resourceVersion = versions[2] ?? '';
    const first = await c.wire.get(maps.collection, {
      query: { ...createdSelector, limit: '2', resourceVersion, resourceVersionMatch: 'Exact' },
    });
    expectNames(first, ['m-00', 'm-01']);
    expectEqual('version of the first chunk', versionOf(first), resourceVersion);
    const rest = await c.wire.get(maps.collection, {
      query: { ...createdSelector, limit: '2', continue: continueOf(first) },
    });
    expectNames(rest, ['m-02']);
  },
} satisfies Case;
