import { expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'apply-answers-like-create',
  title:
    'An apply MUST be answered like a create when it creates the object and 200 when it updates; preconditions MUST hold.',
  requirements: ['APPLY-063U', 'APPLY-025', 'UPD-006'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const apply = (k: string, metadata: object = {}) => applyAs(c, 'm1', maps, configMap('a', { k }, { ...metadata }));
    await c.holds('APPLY-063U', async () => {
      expectStatus(await applyAs(c, 'm1', maps, configMap('a'), { dryRun: 'All' }), c.vendor.behaviour.createStatus);
      expectStatus(await c.wire.get(maps), 404);
      expectStatus(await apply('1'), c.vendor.behaviour.createStatus);
      expectOk(await apply('1'));
    });
    const read = await c.wire.get(maps);
    const [uid, resourceVersion] = [expectText(read, 'metadata.uid'), expectText(read, 'metadata.resourceVersion')];
    await c.holds('APPLY-025', async () => {
      const changed = await apply('2', { uid, resourceVersion });
      expectOk(changed);
      expectField(changed, 'metadata.uid', uid);
      expectField(changed, 'data.k', '2');
    });
    await c.holds('UPD-006', async () => {
      expectFailure(await apply('3', { resourceVersion }), 409, 'Conflict');
      expectFailure(await apply('3', { uid: '00000000-0000-4000-8000-000000000000' }), [409, 422]);
      expectField(await c.wire.get(maps), 'data.k', '2');
    });
    expectOk(await apply('3', { uid: fieldOf(read, 'metadata.uid') }));
  },
} satisfies Case;
