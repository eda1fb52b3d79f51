import { expectDeleted, expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'option-types',
  title: 'Delete options MUST be typed: a grace period in words is refused, the documented fields are taken.',
  requirements: ['DEL-002', 'DEL-003', 'DEL-005', 'DEL-006', 'DEL-007'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 5);
    expectRefused(await c.wire.delete(maps.item('m-00'), { gracePeriodSeconds: 'soon' }));
    expectRefused(await c.wire.delete(maps.item('m-00'), { propagationPolicy: 'Sideways' }));
    expectOk(await c.wire.get(maps.item('m-00')));
    const accepted = [
      { gracePeriodSeconds: 0 },
      { orphanDependents: false },
      { propagationPolicy: 'Background' },
      { ignoreStoreReadErrorWithClusterBreakingPotential: false },
    ];
    for (const [index, options] of accepted.entries())
      expectDeleted(await c.wire.delete(maps.item(`m-0${index}`), options));
  },
} satisfies Case;
