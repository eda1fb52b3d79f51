import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'needs-a-manager',
  title: 'Apply without a field manager MUST be refused.',
  requirements: ['APPLY-026', 'APPLY-062U', 'APPLY-066'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectRefused(await c.wire.patch(maps.item('a'), 'apply', configMap('a')));
    expectRefused(await c.wire.patch(maps.item('a'), 'apply', configMap('a'), { query: { fieldManager: '' } }));
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
