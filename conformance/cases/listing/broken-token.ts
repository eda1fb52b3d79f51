import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'broken-token',
  title: 'A continue token that the service did not issue MUST be refused.',
  requirements: ['LIST-020U'],
  needs: ['namespace'],
  async run(c) {
    await createConfigMaps(c, 2);
    const maps = c.resource('v1', 'configmaps');
    expectFailure(
      await c.wire.get(maps.collection, { query: { limit: '1', continue: 'not-a-token' } }),
      400,
      'BadRequest',
    );
  },
} satisfies Case;
