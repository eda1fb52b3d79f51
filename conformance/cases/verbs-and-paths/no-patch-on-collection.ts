import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-patch-on-collection',
  title: 'PATCH on a collection path SHOULD be refused.',
  requirements: ['VERB-082'],
  needs: ['namespace'],
  async run(c) {
    for (const path of [
      c.resource('v1', 'configmaps').collection,
      c.resource('v1', 'configmaps').everywhere,
      c.resource('apps/v1', 'deployments').collection,
      '/api/v1/namespaces',
    ]) {
      for (const type of ['merge', 'json', 'strategic', 'apply'] as const) {
        const body = type === 'json' ? [] : {};
        expectFailure(await c.wire.patch(path, type, body), 405, 'MethodNotAllowed');
      }
    }
  },
} satisfies Case;
