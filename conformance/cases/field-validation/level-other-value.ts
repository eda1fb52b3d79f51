import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'level-other-value',
  title: 'An unknown validation level MUST be refused.',
  requirements: ['FVAL-029U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const fieldValidation of ['strict', 'None']) {
      expectRefused(await c.wire.post(maps.collection, configMap('a'), { query: { fieldValidation } }));
    }
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
