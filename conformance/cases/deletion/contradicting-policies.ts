import { expectDeleted, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'contradicting-policies',
  title: 'Delete options MUST accept orphanDependents or propagationPolicy, and MUST refuse both together.',
  requirements: ['DEL-003', 'DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    expectRefused(await c.wire.delete(maps.item('m-00'), { orphanDependents: true, propagationPolicy: 'Background' }));
    expectOk(await c.wire.get(maps.item('m-00')));
    await c.holds('DEL-003', async () => {
      expectDeleted(await c.wire.delete(maps.item('m-00'), { orphanDependents: false }));
      expectStatus(await c.wire.get(maps.item('m-00')), 404);
    });
    await c.holds('DEL-005', async () => {
      for (const [name, propagationPolicy] of [
        ['m-01', 'Background'],
        ['m-02', 'Orphan'],
        ['m-03', 'Foreground'],
      ] as const) {
        expectDeleted(await c.wire.delete(maps.item(name), { propagationPolicy }));
        await c.eventually(async () => expectStatus(await c.wire.get(maps.item(name)), 404));
      }
    });
  },
} satisfies Case;
