import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'label-malformed',
  title: 'A label selector that cannot be read MUST be refused.',
  requirements: ['VERB-090'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const labelSelector of ['a in b', '=x', 'a=b=c', 'a b', 'bad value!=?']) {
      expectFailure(await c.wire.get(maps.collection, { query: { labelSelector } }), 400, 'BadRequest');
    }
  },
} satisfies Case;
