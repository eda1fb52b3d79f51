import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'unsafe-option-stands-alone',
  title: 'The option to delete unreadable objects MUST be refused together with any other option.',
  requirements: ['DEL-008', 'DEL-009', 'DEL-010', 'DEL-011', 'DEL-012', 'DEL-032U'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const uid = fieldOf(await c.wire.get(maps.item('m-00')), 'metadata.uid');
    const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    const refuse = async (other: object) =>
      expectRefused(await c.wire.delete(maps.item('m-00'), { ...unsafe, ...other }));
    await c.holds('DEL-008', () => refuse({ dryRun: ['All'] }));
    await c.holds('DEL-009', () => refuse({ gracePeriodSeconds: 0 }));
    await c.holds('DEL-010', () => refuse({ orphanDependents: false }));
    await c.holds('DEL-011', () => refuse({ preconditions: { uid } }));
    await c.holds('DEL-012', () => refuse({ propagationPolicy: 'Background' }));
    expectOk(await c.wire.get(maps.item('m-00')));
  },
} satisfies Case;
