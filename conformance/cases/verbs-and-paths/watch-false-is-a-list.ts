import { expectList } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'watch-false-is-a-list',
  title: 'A request with a false value of watch MUST be a list.',
  requirements: ['VERB-084'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const value of ['false', '0', 'False', 'FALSE'])
      expectList(await c.wire.get(maps.collection, { query: { watch: value } }), 'ConfigMapList');
  },
} satisfies Case;
