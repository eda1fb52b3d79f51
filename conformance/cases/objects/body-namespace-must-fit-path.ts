import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'body-namespace-must-fit-path',
  title: 'A body with another namespace than the path MUST be refused.',
  requirements: ['OBJ-088U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectFailure(
      await c.wire.post(maps.collection, configMap('a', {}, { namespace: 'elsewhere' })),
      400,
      'BadRequest',
    );
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
