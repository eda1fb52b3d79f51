import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { stockConfigMaps } from '../stock.ts';

export default {
  id: 'unsafe-option-stands-alone',
  title: 'The option to delete unreadable objects MUST be refused together with any other option.',
  requirements: ['DEL-008', 'DEL-009', 'DEL-010', 'DEL-011', 'DEL-012', 'DEL-032U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await stockConfigMaps(c, 1);
    const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    for (const other of [
      { dryRun: ['All'] },
      { gracePeriodSeconds: 0 },
      { orphanDependents: false },
      { preconditions: { uid: 'x' } },
      { propagationPolicy: 'Background' },
    ]) {
      expectRefused(await c.wire.delete(maps.item('m-00'), { ...unsafe, ...other }));
    }
    expectOk(await c.wire.get(maps.item('m-00')));
  },
} satisfies Case;
