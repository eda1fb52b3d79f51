import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'no-put-on-collection',
  title: 'PUT on a collection path SHOULD be refused.',
  requirements: ['VERB-081', 'VERB-057U'],
  needs: ['namespace'],
  async run(c) {
    expectFailure(await c.wire.put(c.resource('v1', 'configmaps').collection, configMap('a')), 405, 'MethodNotAllowed');
  },
} satisfies Case;
