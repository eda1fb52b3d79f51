import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'delete-with-options',
  title: 'DELETE MUST accept delete options as body.',
  requirements: ['VERB-039'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    // An option that shows that the body was read.
    expectDeleted(await c.wire.delete(maps.item('m-00'), { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] }));
    expectOk(await c.wire.get(maps.item('m-00')));
    expectDeleted(
      await c.wire.delete(maps.item('m-00'), { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 }),
    );
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('m-00')), 404));
  },
} satisfies Case;
