import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'contradicting-policies',
  title: 'Orphaning and a propagation policy together MUST be refused.',
  requirements: ['DEL-003', 'DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectRefused(await c.wire.delete(maps.item('m-00'), { orphanDependents: true, propagationPolicy: 'Background' }));
    expectOk(await c.wire.get(maps.item('m-00')));
  },
} satisfies Case;
