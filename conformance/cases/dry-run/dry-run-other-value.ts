import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-other-value',
  title: 'A dryRun value other than All MUST be refused.',
  requirements: ['VERB-068', 'DRY-026U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const dryRun of ['Some', 'all', 'true'])
      expectRefused(await c.wire.post(maps.collection, configMap('a'), { query: { dryRun } }));
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
