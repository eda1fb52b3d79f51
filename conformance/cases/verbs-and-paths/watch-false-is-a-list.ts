import { expectList, expectNames } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'watch-false-is-a-list',
  title: 'A request with a false value of watch MUST be a list or a get.',
  requirements: ['VERB-084'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const watch of ['false', '0', 'False', 'FALSE']) {
      const list = await c.wire.get(maps.collection, { query: { watch, ...createdSelector } });
      expectList(list, 'ConfigMapList');
      expectNames(list, ['m-00']);
      const item = await c.wire.get(maps.item('m-00'), { query: { watch } });
      expectOk(item);
      expectField(item, 'kind', 'ConfigMap');
    }
  },
} satisfies Case;
