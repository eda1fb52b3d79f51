import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { namespace } from '../../fixtures/manifests.ts';

export default {
  id: 'cluster-name-taken',
  title: 'The name of a cluster-scoped object MUST be unique in the cluster.',
  requirements: ['OBJ-026'],
  needs: ['namespace'],
  async run(c) {
    expectFailure(await c.wire.post('/api/v1/namespaces', namespace(c.namespace)), 409, 'AlreadyExists');
  },
} satisfies Case;
