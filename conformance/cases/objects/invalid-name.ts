import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'invalid-name',
  title: 'A name that is not a valid path segment MUST be refused with an error that names the field.',
  requirements: ['OBJ-057U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const name of ['Upper', 'under_score', '-dash', 'a..b', 'x'.repeat(254)]) {
      const refused = await c.wire.post(maps.collection, configMap(name));
      expectFailure(refused, 422, 'Invalid');
      expectField(refused, 'details.causes.0.field', 'metadata.name');
    }
  },
} satisfies Case;
