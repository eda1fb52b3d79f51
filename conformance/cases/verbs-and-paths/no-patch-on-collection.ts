import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-patch-on-collection',
  title: 'PATCH on a collection path SHOULD be refused.',
  requirements: ['VERB-082'],
  needs: ['namespace'],
  async run(c) {
    expectFailure(await c.wire.patch(c.resource('v1', 'configmaps').collection, 'merge', {}), 405, 'MethodNotAllowed');
  },
} satisfies Case;
