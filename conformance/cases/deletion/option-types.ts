import { expectDeleted, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'option-types',
  title: 'Delete options MUST be typed: values of another type are refused, the documented fields are accepted.',
  requirements: ['DEL-002', 'DEL-003', 'DEL-004', 'DEL-005', 'DEL-006', 'DEL-007'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 5);
    const refuse = async (options: object) => expectRefused(await c.wire.delete(maps.item('m-00'), options));
    await c.holds('DEL-002', () => refuse({ gracePeriodSeconds: 'soon' }));
    await c.holds('DEL-003', () => refuse({ orphanDependents: 'no' }));
    await c.holds('DEL-004', () => refuse({ preconditions: 'none' }));
    await c.holds('DEL-005', () => refuse({ propagationPolicy: 'Sideways' }));
    await c.holds('DEL-005', () => refuse({ propagationPolicy: 1 }));
    await c.holds('DEL-006', () => refuse({ ignoreStoreReadErrorWithClusterBreakingPotential: 'no' }));
    expectOk(await c.wire.get(maps.item('m-00')));
    const remove = async (name: string, options?: object) => {
      expectDeleted(await c.wire.delete(maps.item(name), options));
      await c.eventually(async () => expectStatus(await c.wire.get(maps.item(name)), 404));
    };
    await c.holds('DEL-002', () => remove('m-00', { gracePeriodSeconds: 0 }));
    await c.holds('DEL-003', () => remove('m-01', { orphanDependents: false }));
    await c.holds('DEL-005', () => remove('m-02', { propagationPolicy: 'Background' }));
    await c.holds('DEL-006', () => remove('m-03', { ignoreStoreReadErrorWithClusterBreakingPotential: false }));
    await c.holds('DEL-007', () => remove('m-04'));
  },
} satisfies Case;
