import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'invalid-label-value',
  title: 'An invalid label value MUST be refused as invalid metadata.',
  requirements: ['OBJ-057U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const value of ['two words', 'x'.repeat(64), '-a']) {
      const refused = await c.wire.post(maps.collection, configMap('a', {}, { labels: { k: value } }));
      expectFailure(refused, 422, 'Invalid');
      expectPattern(refused, 'details.causes.0.field', /^metadata\.labels/);
    }
  },
} satisfies Case;
