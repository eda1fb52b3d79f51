import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'missing-item',
  title: 'Reading, changing or deleting an object that does not exist MUST be refused.',
  requirements: ['VERB-056U', 'UPD-011U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const answer of [
      await c.wire.get(maps.item('absent')),
      await c.wire.patch(maps.item('absent'), 'merge', { data: { k: '1' } }),
      await c.wire.delete(maps.item('absent')),
    ]) {
      expectFailure(answer, 404, 'NotFound');
      expectField(answer, 'details.name', 'absent');
      expectField(answer, 'details.kind', 'configmaps');
    }
    expectRefused(await c.wire.put(maps.item('absent'), configMap('absent', {}, { resourceVersion: '1' })));
  },
} satisfies Case;
