import { expectCreated, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-empty-value',
  title: 'The parameter dryRun without a value MUST behave as the profile documents: a real request, or a refusal.',
  requirements: ['DRY-013', 'VERB-069'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const answer = await c.wire.post(`${maps.collection}?dryRun`, configMap('a'));
    if (c.vendor.behaviour.emptyDryRun === 'ignored') {
      expectCreated(answer);
      expectOk(await c.wire.get(maps.item('a')));
    } else {
      expectFailure(answer, 422, 'Invalid');
      expectStatus(await c.wire.get(maps.item('a')), 404);
    }
  },
} satisfies Case;
