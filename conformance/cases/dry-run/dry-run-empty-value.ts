import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-empty-value',
  title: 'The parameter dryRun without a value MUST behave as the profile documents: a real request, or a refusal.',
  requirements: ['DRY-013', 'VERB-069'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const answer = await c.wire.post(`${maps.collection}?dryRun`, configMap('a'));
    const isIgnored = c.vendor.behaviour.emptyDryRun === 'ignored';
    if (isIgnored) {
      expectCreated(answer);
      expectOk(await c.wire.get(maps.item('a')));
    } else {
      expectFailure(answer, 422, 'Invalid');
      expectStatus(await c.wire.get(maps.item('a')), 404);
    }
    const item = maps.item('m');
    await createObject(c, maps.collection, configMap('m', { n: 'old' }));
    for (const [n, write] of [
      ['put', () => c.wire.put(`${item}?dryRun`, configMap('m', { n: 'put' }))],
      ['patched', () => c.wire.patch(`${item}?dryRun`, 'merge', { data: { n: 'patched' } })],
    ] as const) {
      const changed = await write();
      if (isIgnored) expectOk(changed);
      else expectFailure(changed, 422, 'Invalid');
      expectField(await c.wire.get(item), 'data.n', isIgnored ? n : 'old');
    }
    const deleted = await c.wire.delete(`${item}?dryRun`);
    if (isIgnored) expectDeleted(deleted);
    else expectFailure(deleted, 422, 'Invalid');
    expectStatus(await c.wire.get(item), isIgnored ? 404 : 200);
  },
} satisfies Case;
